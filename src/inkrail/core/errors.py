"""The engine speaks in codes; only the catalogues of `inkrail.i18n` speak in sentences."""

from __future__ import annotations


class Refusal(Exception):
    """Something was not accepted: one code, and the parameters its sentence needs."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.code} ({told})" if told else self.code


class TextRefusal(Refusal):
    """A refusal that knows the line of the text it came from, counted from 1."""

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
