"""Why another end is better: the score lines of both ends, played on with the same dice."""

import pytest
from tests.study.games import FIRST, game_of, text_of, until

import inkrail
from inkrail.bots.playing import play_turn
from inkrail.bots.steady import SteadyBot
from inkrail.core.dice import SeededRng
from inkrail.game.history import PlayedRound, end_after, played_rounds
from inkrail.game.record import parse_record
from inkrail.game.table import Phase
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset
from inkrail.study import hint as hinting
from inkrail.study import reasons
from inkrail.study.reasons import reason_of, sequences_in
from inkrail.study.review import review_rounds

LINES = ["network", "highway", "railway", "centre", "errors"]


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reasons, "SEQUENCES", 3)
    monkeypatch.setattr(hinting, "EFFORTS", {"full": 2})


def played(bot: str, round_: int) -> tuple[Ruleset, PlayedRound]:
    record = game_of(bot).record
    return record.ruleset, played_rounds(record, FIRST)[round_ - 1]


def test_in_the_last_round_the_lines_are_those_of_both_boards() -> None:
    record, table = parse_record(text_of("greedy"))
    last = next(review_rounds(record, table, seat=FIRST))
    assert last.loss >= 1
    assert [line.name for line in last.reason] == LINES
    sheet = table.sheets()[0]
    assert [line.own for line in last.reason] == [sheet.points(name) for name in LINES]
    assert sum(line.better - line.own for line in last.reason) == last.loss
    ruleset, round_ = played("greedy", 7)
    assert ruleset.score(end_after(ruleset, round_, last.best)).total == sheet.total + last.loss
    assert last.reason[0].report() == {
        "name": "network",
        "own": sheet.points("network"),
        "better": last.reason[0].better,
    }


def test_before_it_steady_plays_both_ends_on_with_the_same_dice() -> None:
    ruleset, round_ = played("greedy", 5)
    best = inkrail.hint(until(text_of("greedy"), round_=5)).actions
    lines = reason_of(ruleset, round_, best)
    assert reason_of(ruleset, round_, best) == lines
    assert [line.name for line in lines] == LINES
    assert sum(line.own for line in lines) == pytest.approx(_mean_total())
    assert sum(line.better for line in lines) > sum(line.own for line in lines)


def _mean_total() -> float:
    """What `steady` scores on average after five rounds of the game, at a table."""
    _, before = parse_record(until(text_of("greedy"), round_=6, lines=-2))
    totals = []
    for number in range(reasons.SEQUENCES):
        table = before
        while table.phase is not Phase.OVER:
            table, _ = table.roll(table.throw(SeededRng("reason", number, table.round_ + 1)))
            table, _ = play_turn(table, FIRST, bot=SteadyBot(), rng=SeededRng("any"))
        totals.append(table.sheets()[0].total)
    return sum(totals) / len(totals)


def test_an_end_of_one_s_own_is_not_better() -> None:
    ruleset, round_ = played("greedy", 6)
    own = [inkrail.format_action(drawing, ruleset) for drawing in round_.drawings]
    assert end_after(ruleset, round_, own) == round_.end
    assert all(line.own == line.better for line in reason_of(ruleset, round_, own))


@pytest.mark.parametrize(("rules", "number"), [("base", 24), ("river", 8), ("lake", 8), ("lake+draft", 8)])
def test_so_many_sequences_of_dice_are_played(
    rules: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reasons, "SEQUENCES", 24)
    assert sequences_in(parse_ruleset(rules)) == number
