"""Rulesets by name."""

from itertools import permutations

import pytest
from tests.game.viaducts import Viaducts
from tests.oracles.pieces import DICE, PIECES, ROUNDS, RULESETS, pieces_of, without_draft

from inkrail.core.errors import Refusal
from inkrail.core.longest import Longest
from inkrail.core.score import Values
from inkrail.rules.registry import (
    RULESET_NAMES,
    add_ruleset,
    all_codes,
    all_pieces,
    format_ruleset,
    parse_ruleset,
    ruleset_names,
    variant_names,
)
from inkrail.rules.standard import Standard


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
    assert repr(base) == "parse_ruleset('base')"


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


EXPANSIONS = ("river", "lake", "meteor", "lava", "underground", "underground-standalone")


@pytest.mark.parametrize("pair", list(permutations(EXPANSIONS, 2)), ids="+".join)
def test_b12c_no_two_expansions_are_played_together(pair: tuple[str, str]) -> None:
    with pytest.raises(Refusal) as refused:
        parse_ruleset("+".join(pair))
    assert refused.value.code == "ruleset.unknown"


@pytest.mark.parametrize("name", RULESETS)
def test_b12c_b12d_a_ruleset_is_the_base_game_one_expansion_and_the_draft(name: str) -> None:
    main, _, variant = name.partition("+")
    expansion = [] if main == "base" else [main.removesuffix("-standalone")]
    base = [] if main == "underground-standalone" else ["standard"]
    assert [module.name for module in parse_ruleset(name).modules] == [
        *base,
        *expansion,
        *([variant] if variant else []),
    ]


@pytest.mark.parametrize("name", [name for name in RULESETS if name.endswith("+draft")])
def test_b12d_draft_leaves_the_rest_of_a_ruleset_as_it_is(name: str) -> None:
    with_draft, without = parse_ruleset(name), parse_ruleset(name.removesuffix("+draft"))
    assert set(with_draft.pieces) == set(without.pieces)
    assert with_draft.rounds == without.rounds
    assert with_draft.layouts == without.layouts
    assert (with_draft.dealer.picking, without.dealer.picking) == ("pick", "")


def test_pieces_and_codes_of_all_rulesets_are_known() -> None:
    assert set(all_pieces()) == set(PIECES)
    assert len(all_codes()) == len(set(all_codes()))
    assert {"text.syntax", "ruleset.unknown", "special.used", "roll.impossible"} <= set(all_codes())
    dealers = [parse_ruleset(name).dealer for name in RULESETS]
    assert {code for dealer in dealers for code in dealer.codes} <= set(all_codes())


def test_a_ruleset_can_be_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inkrail.rules.registry._RULESETS", {"base": (Standard,)})
    add_ruleset("viaducts", Standard, Viaducts)
    assert ruleset_names() == ("base", "viaducts")
    assert [module.name for module in parse_ruleset("viaducts").modules] == ["standard", "viaducts"]
    assert variant_names("viaducts") == ("draft",)
