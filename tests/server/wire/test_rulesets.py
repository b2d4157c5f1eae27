"""Rulesets as the page gets them."""

from __future__ import annotations

from inkrail.rules.registry import parse_ruleset, ruleset_names
from inkrail.server.wire.rulesets import ruleset_list


def test_every_ruleset_is_listed_with_its_boards_pieces_and_dice() -> None:
    listed = ruleset_list()
    assert [one["name"] for one in listed["rulesets"]] == list(ruleset_names())
    for one in listed["rulesets"]:
        ruleset = parse_ruleset(one["name"])
        assert [piece["name"] for piece in one["pieces"]] == list(ruleset.pieces)
        assert [board["name"] for board in one["boards"]] == [layout.name for layout in ruleset.layouts]
        assert sum(len(board["exits"]) for board in one["boards"]) == sum(
            len(layout.exits) for layout in ruleset.layouts
        )
