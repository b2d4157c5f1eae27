"""The rounds of a record as one seat played them."""

import pytest

from inkrail.bots.playing import play_game
from inkrail.bots.random_bot import RandomBot
from inkrail.core.board import Round
from inkrail.game.history import PlayedRound, played_rounds
from inkrail.game.record import Act, Roll, parse_record
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

TAKEN_BACK = """\
inkrail-record 1
rules: base
longest: cells
values: official
seats: 1
round 1
roll highway-straight highway-straight railway-straight overpass
1 draw highway-straight B1 H.H.
1 take-back B1
1 draw highway-straight F1 H.H.
1 draw highway-straight B1 H.H.
1 draw railway-straight D1 R.R.
1 draw overpass A4 RHRH
1 done
"""


def end_of(ruleset: Ruleset, played: PlayedRound) -> object:
    position = played.start
    for choice in played.choices:
        position = ruleset.choose(position, choice)
    for drawing in played.drawings:
        position = ruleset.draw(position, drawing)
    return position


@pytest.mark.parametrize("rules", ["base", "meteor", "underground", "base+draft", "meteor+draft"])
def test_the_rounds_follow_each_other_and_their_actions_lead_to_their_ends(rules: str) -> None:
    ruleset = parse_ruleset(rules)
    game = play_game(ruleset, bots=[RandomBot] * 2, seed="history")
    for seat in (Seat(0), Seat(1)):
        rounds = played_rounds(game.record, seat)
        assert [played.round_ for played in rounds] == list(range(1, ruleset.rounds + 1))
        assert rounds[0].before == ruleset.set_up()
        assert rounds[-1].end == game.table.seats[seat].position
        for played, after in zip(rounds, (*(later.before for later in rounds[1:]), None), strict=True):
            assert end_of(ruleset, played) == played.end
            assert after in (None, played.end)
            assert ruleset.begin_round(played.before, played.round_, faces=played.hand) == played.start


def test_what_was_taken_back_is_left_out_and_a_round_that_is_not_ended_too() -> None:
    record, _ = parse_record(TAKEN_BACK)
    (played,) = played_rounds(record, Seat(0))
    assert played.round_ == Round(1)
    assert [str(drawing.placement.cell) for drawing in played.drawings] == ["F1", "B1", "D1", "A4"]
    assert isinstance(record.entries[0], Roll)
    running = record.add(Roll(record.entries[0].faces))
    drawing = record.entries[1]
    assert isinstance(drawing, Act)
    assert played_rounds(running, Seat(0)) == (played,)
