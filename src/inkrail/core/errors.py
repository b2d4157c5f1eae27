"""Refusals: the engine uses codes; only the catalogues of `inkrail.i18n` have sentences."""

from __future__ import annotations

from inkrail.core.showing import sentence_of


class Refusal(Exception):
    """Something was not accepted: a code, and the parameters of its sentence; it prints as code and sentence."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        return sentence_of(self)

    def __repr__(self) -> str:
        params = "".join(f", {name}={value!r}" for name, value in self.params.items())
        return f"{type(self).__name__}({self.code!r}{params})"


class TextRefusal(Refusal):
    """A refusal with the line of the text that it is about, counted from 1."""

    def __init__(self, code: str, *, line: int, **params: object) -> None:
        super().__init__(code, **params)
        self.line = line

    def __reduce__(self) -> tuple[object, ...]:
        return (_text_refusal, (self.code, self.line, self.params))

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, line={self.line})"


def _text_refusal(code: str, line: int, params: dict[str, object]) -> TextRefusal:
    return TextRefusal(code, line=line, **params)


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
