"""A catalogue: every text of one language under flat keys such as `error.placement.kind_clash`.

The texts are in `en.toml`, `es.toml` and `de.toml`, one dotted key per line; `{name}` stands for a parameter.
A text that counts something is a table of plural categories, `{ one = "{n} point", other = "{n} points" }`, and
its parameter `n` selects the form.
"""

from __future__ import annotations

import pkgutil
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, TypeAlias

from inkrail.core.errors import Refusal
from inkrail.i18n.plurals import CATEGORIES, plural_category

LANGUAGES: Final = ("en", "es", "de")
"""The languages; the first is the fallback."""

_PARAMETER = re.compile(r"\{([a-z_]+)\}")
_LONGEST_VALUE = 300


Forms: TypeAlias = Mapping[str, str]
"""The forms of a text by plural category; a text that counts nothing has only the form `other`."""


class Catalogue(Mapping[str, str]):
    """The texts of one language by key; for a text that counts, the form `other`."""

    def __init__(self, language: str, texts: Mapping[str, Forms]) -> None:
        self.language = language
        self._texts = dict(texts)

    def text(self, key: str, **params: object) -> str:
        """The text of a key with its parameters filled in; a missing parameter stays in its braces.

        The parameter `n` selects the plural form, or `other` if the text does not have that form. A parameter that is
        a refusal stands for its sentence.
        """
        forms = self._texts[key]
        count = params.get("n")
        category = plural_category(self.language, count) if isinstance(count, int) else "other"
        return _PARAMETER.sub(lambda match: self._value(params, match), forms.get(category, forms["other"]))

    def _value(self, params: Mapping[str, object], match: re.Match[str]) -> str:
        if match[1] not in params:
            return match[0]
        value = params[match[1]]
        text = self.refusal(value).removesuffix(".") if isinstance(value, Refusal) else str(value)
        return plain(text)

    def refusal(self, refusal: Refusal) -> str:
        """The sentence of a refusal: what is wrong, where, and what would be right."""
        return self.text(f"error.{refusal.code}", **refusal.params)

    def parameters(self, key: str) -> frozenset[str]:
        """The names of the parameters in a key's text, in any of its forms."""
        return frozenset(name for form in self._texts[key].values() for name in _PARAMETER.findall(form))

    def forms(self, key: str) -> Forms:
        """The forms of a key's text by plural category."""
        return self._texts[key]

    def __getitem__(self, key: str) -> str:
        return self._texts[key]["other"]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def __repr__(self) -> str:
        return f"catalogue({self.language!r})"


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of one of `LANGUAGES`."""
    if language not in LANGUAGES:
        raise Refusal("language.unknown", language=language)
    data = pkgutil.get_data(__package__, f"{language}.toml")
    assert data is not None
    return Catalogue(language, read_texts(data.decode()))


def read_texts(toml: str) -> dict[str, Forms]:
    """The texts of a TOML file by their dotted keys, each with its forms."""
    return dict(_flat(tomllib.loads(toml)))


def _flat(tree: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, Forms]]:
    for name, value in tree.items():
        if not isinstance(value, Mapping):
            yield prefix + name, {"other": str(value)}
        elif "other" in value and CATEGORIES.issuperset(value):
            yield prefix + name, {category: str(form) for category, form in value.items()}
        else:
            yield from _flat(value, f"{prefix}{name}.")


def plain(text: str) -> str:
    """An untrusted text made safe to print in one line: no control characters, limited length."""
    if len(text) > _LONGEST_VALUE:
        text = text[: _LONGEST_VALUE - 1] + "…"
    return "".join(letter if letter.isprintable() else f"\\x{ord(letter):02x}" for letter in text)
