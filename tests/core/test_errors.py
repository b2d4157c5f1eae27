"""Refusals."""

from inkrail.core.errors import Refusal, TextRefusal


def test_a_refusal_tells_its_code_and_parameters() -> None:
    refusal = Refusal("cell.unknown", cell="Z9")
    assert (refusal.code, refusal.params) == ("cell.unknown", {"cell": "Z9"})
    assert str(refusal).startswith('cell.unknown: There is no cell "Z9".')
    assert repr(refusal) == "Refusal('cell.unknown', cell='Z9')"
    assert refusal.args == ("cell.unknown",)


def test_a_refusal_of_a_text_knows_its_line() -> None:
    refusal = TextRefusal("piece.unknown", line=3, piece="x")
    assert (refusal.line, refusal.code, refusal.params) == (3, "piece.unknown", {"piece": "x"})


def test_a_refusal_is_an_exception_with_its_code() -> None:
    assert Refusal("placement.occupied", cell="B1").args == ("placement.occupied",)
