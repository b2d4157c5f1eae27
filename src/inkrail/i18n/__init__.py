"""All sentences, one catalogue a language; the rest of the project speaks in codes and keys."""

from inkrail.i18n.catalogue import LANGUAGES, Catalogue, catalogue
from inkrail.i18n.language import choose_language

__all__ = ["LANGUAGES", "Catalogue", "catalogue", "choose_language"]
