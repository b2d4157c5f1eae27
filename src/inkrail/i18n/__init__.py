"""All sentences, one catalogue per language; the rest of the project uses codes and keys."""

from inkrail.i18n.catalogue import LANGUAGES, Catalogue, catalogue
from inkrail.i18n.language import choose_language

__all__ = ["LANGUAGES", "Catalogue", "catalogue", "choose_language"]
