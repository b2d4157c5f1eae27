"""The best board found for a game's dice."""

import pytest
from tests.study.games import game_of, rolls_of, text_of, until

import inkrail
from inkrail.bots.effort import Breadth
from inkrail.game.record import Act, parse_record
from inkrail.rules.registry import RULESET_NAMES
from inkrail.study import best as searching
from inkrail.study.best import BestBoard, Extent

NARROW = Breadth(width=10, special=3, kept=10)


@pytest.fixture
def _little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search a fraction of what is searched otherwise."""
    monkeypatch.setattr(searching, "WHOLE", Extent(boards=20, fewest=5, two_rounds=NARROW))


def check(best: BestBoard, text: str) -> None:
    """The record has the same rolls, picks and other seats, and leads to the total."""
    before, _ = parse_record(text)
    after, table = parse_record(best.record)
    assert rolls_of(after) == rolls_of(before)
    assert table.sheets()[0].total == best.total == after.totals[0]
    others = [
        [entry for entry in record.entries if isinstance(entry, Act) and entry.seat != 0]
        for record in (before, after)
    ]
    assert others[0] == others[1]
    headers = [record.split("round 1\n")[0] for record in (text, best.record)]
    assert headers[0] == headers[1]


@pytest.mark.usefixtures("_little")
def test_the_best_board_has_the_same_dice_and_is_no_worse() -> None:
    text, steps = text_of("greedy"), list[None]()
    best = inkrail.best(text, step=lambda: steps.append(None))
    check(best, text)
    assert best.total > game_of("greedy").totals[0] + 10
    assert (best.exact, best.bound) == (False, 83)
    assert len(steps) == 7
    assert list(best.report()) == ["total", "exact", "bound", "record"]


@pytest.mark.usefixtures("_little")
def test_a_board_that_is_better_than_what_is_found_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "WHOLE", Extent(boards=1, fewest=1, first=1, two_rounds=NARROW))
    text = text_of("steady", "base", "kept")
    total = game_of("steady", "base", "kept").totals[0]
    best = inkrail.best(text)
    assert best.total >= total
    check(best, text)


def test_an_unfinished_game_has_no_best_board() -> None:
    with pytest.raises(inkrail.Refusal) as caught:
        inkrail.best(until(text_of("random"), round_=7))
    assert caught.value.code == "record.unfinished"
    with pytest.raises(inkrail.Refusal) as caught:
        inkrail.best(text_of("random"), seat=2)
    assert caught.value.code == "seat.unknown"


def test_only_the_base_game_has_a_bound() -> None:
    for name in (*RULESET_NAMES, "base+draft"):
        bound = searching.bound_of(inkrail.parse_ruleset(name))
        assert bound == (83 if name == "base" else None)
    stretches, _ = parse_record(text_of("random").replace("longest: cells", "longest: stretches"))
    assert searching.bound_of(stretches.ruleset) is None


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*RULESET_NAMES, "base+draft", "meteor+draft"])
@pytest.mark.usefixtures("_little")
def test_every_ruleset_has_a_best_board(rules: str) -> None:
    text = text_of("random", rules)
    best = inkrail.best(text)
    check(best, text)
    assert best.total > game_of("random", rules).totals[0]
