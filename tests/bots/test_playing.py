"""Whole games between bots: what a seed determines, and how errors of bots are reported."""

from collections.abc import Callable

import pytest
from tests.bots import flawed

from inkrail.bots.bot import Bot
from inkrail.bots.greedy import GreedyBot
from inkrail.bots.playing import MOST_ACTIONS, play_game
from inkrail.bots.random_bot import RandomBot
from inkrail.core.errors import Refusal
from inkrail.game.record import Roll, format_record, parse_record
from inkrail.game.table import Phase
from inkrail.rules.registry import parse_ruleset

BASE = parse_ruleset("base")


def test_a_game_of_bots_is_a_record_that_replays_to_the_same_scores() -> None:
    game = play_game(BASE, bots=[GreedyBot, RandomBot], seed="x")
    record, table = parse_record(format_record(game.record))
    assert record.totals == game.totals
    assert table.phase is Phase.OVER
    assert tuple(sheet.total for sheet in game.sheets) == game.totals


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    games = [play_game(BASE, bots=[RandomBot], seed=seed).record.entries for seed in ("x", "x", "y")]
    assert games[0] == games[1] != games[2]


def test_the_dice_do_not_depend_on_who_plays() -> None:
    records = [play_game(BASE, bots=[bot], seed="x").record for bot in (RandomBot, GreedyBot)]
    first, second = ([entry for entry in one.entries if isinstance(entry, Roll)] for one in records)
    assert first == second
    assert records[0].entries != records[1].entries


def test_dice_are_drafted_by_bots_too() -> None:
    game = play_game(parse_ruleset("base+draft"), bots=[RandomBot, RandomBot], seed="x")
    assert " pick " in format_record(game.record)
    assert len(game.totals) == 2
    assert set(game.winners) <= {0, 1}


def test_every_seat_has_its_processor_time() -> None:
    game = play_game(BASE, bots=[GreedyBot, RandomBot], seed="x")
    assert game.seconds[0] > game.seconds[1] > 0


@pytest.mark.parametrize(
    ("bot", "code", "reason"),
    [
        (flawed.Quitter, "bot.illegal", "round.dice_left"),
        (flawed.Stacker, "bot.illegal", "placement.unconnected"),
        (flawed.Mumbler, "bot.illegal", "TypeError"),
        (flawed.Thrower, "bot.failed", "ZeroDivisionError: no luck"),
        (flawed.Waverer, "bot.stalls", ""),
        (flawed.Sleeper, "bot.stalls", ""),
    ],
)
def test_a_bot_that_goes_wrong_is_told_with_the_game_to_look_at(
    bot: Callable[[], Bot], code: str, reason: str
) -> None:
    with pytest.raises(Refusal) as caught:
        play_game(BASE, bots=[bot], seed="look-here")
    told = caught.value
    assert told.code == code
    assert reason in str(told.params.get("reason", ""))
    assert (told.params["bot"], told.params["round"], told.params["seed"]) == (bot().name, 1, "look-here")


def test_no_round_of_any_ruleset_comes_near_the_bound_on_actions() -> None:
    game = play_game(parse_ruleset("underground"), bots=[RandomBot], seed="x")
    rounds = format_record(game.record).split("\nround ")[1:]
    assert len(rounds) == 14
    assert max(text.count("\n1 ") for text in rounds) < MOST_ACTIONS / 4
