"""Rulesets by name."""

import pytest
from tests.oracles.pieces import DICE, PIECES, ROUNDS, RULESETS, pieces_of, without_draft

from inkrail.core.errors import Refusal
from inkrail.core.longest import Longest
from inkrail.core.score import Values
from inkrail.rules.registry import (
    RULESET_NAMES,
    all_codes,
    all_pieces,
    format_ruleset,
    parse_ruleset,
    variant_names,
)


def test_every_ruleset_of_the_rules_is_there() -> None:
    offered = {*RULESET_NAMES, *(f"{name}+{more}" for name in RULESET_NAMES for more in variant_names(name))}
    assert offered == set(RULESETS)


@pytest.mark.parametrize("name", RULESETS)
def test_a_ruleset_reads_back(name: str) -> None:
    assert format_ruleset(parse_ruleset(name)) == name
    assert parse_ruleset(format_ruleset(parse_ruleset(name))) == parse_ruleset(name)


@pytest.mark.parametrize("name", RULESETS)
def test_a_ruleset_has_the_pieces_rounds_and_dice_of_the_rules(name: str) -> None:
    ruleset = parse_ruleset(name)
    assert set(ruleset.pieces) == {piece.name for piece in pieces_of(name)}
    assert {piece.name: piece.sides for piece in ruleset.pieces.values()} == {
        piece.name: piece.sides for piece in pieces_of(name)
    }
    assert ruleset.rounds == ROUNDS[without_draft(name)]
    rolled = [
        face for module in ruleset.modules for die in module.dice for face in die.faces if face in PIECES
    ]
    assert sorted(rolled) == sorted(face for die in DICE[without_draft(name)] for face in die)


def test_choices_about_scoring_make_another_ruleset() -> None:
    base = parse_ruleset("base")
    assert base != parse_ruleset("base", longest=Longest.STRETCHES)
    assert base != parse_ruleset("base", values=Values.MANUAL)
    assert base != parse_ruleset("river")
    assert base != "base"
    assert base == parse_ruleset("base", longest=Longest.CELLS)
    assert len({base, parse_ruleset("base"), parse_ruleset("lake")}) == 2
    assert len({hash(parse_ruleset(name)) for name in RULESETS}) == len(RULESETS)
    assert repr(base) == "<Ruleset base cells official>"


def test_draft_needs_route_dice() -> None:
    with pytest.raises(Refusal) as refused:
        parse_ruleset("underground-standalone+draft")
    assert (refused.value.code, refused.value.params) == (
        "ruleset.no_route_dice",
        {"ruleset": "underground-standalone+draft"},
    )
    assert variant_names("underground-standalone") == ()
    assert variant_names("base") == ("draft",)


@pytest.mark.parametrize(
    "name", ["", "sea", "draft", "river+lake", "base+", "base+draft+draft", "river+draft+lake"]
)
def test_b12c_a_ruleset_has_at_most_one_expansion_and_one_variant(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_ruleset(name)
    assert (refused.value.code, refused.value.params) == ("ruleset.unknown", {"ruleset": name})


def test_pieces_and_codes_of_all_rulesets_are_known() -> None:
    assert set(all_pieces()) == set(PIECES)
    assert len(all_codes()) == len(set(all_codes()))
    assert {"text.syntax", "ruleset.unknown", "special.used", "roll.impossible"} <= set(all_codes())
    dealers = [parse_ruleset(name).dealer for name in RULESETS]
    assert {code for dealer in dealers for code in dealer.codes} <= set(all_codes())
