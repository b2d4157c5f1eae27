"""Refusals: the engine uses codes; only the catalogues of `inkrail.i18n` have sentences."""

from __future__ import annotations


class Refusal(Exception):
    """Something was not accepted: a code, and the parameters of its sentence."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        params = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.code} ({params})" if params else self.code


class TextRefusal(Refusal):
    """A refusal with the line of the text that it is about, counted from 1."""

    def __init__(self, code: str, *, line: int, **params: object) -> None:
        super().__init__(code, **params)
        self.line = line


CODES = (
    "text.syntax",
    "text.too_large",
    "piece.unknown",
    "piece.not_in_ruleset",
    "piece.wrong_board",
    "cell.unknown",
    "sides.not_an_orientation",
    "mark.not_allowed",
    "placement.occupied",
    "placement.kind_clash",
    "placement.unconnected",
)
"""Codes of `core`; rule modules and `game` list their own."""
