"""Games to study, each played once."""

from dataclasses import replace
from functools import cache

from inkrail.bots.playing import FinishedGame, play_game
from inkrail.bots.registry import bot_factory
from inkrail.game.record import Record, Roll, format_record, parse_record
from inkrail.game.table import Table
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset
from inkrail.study.review import RoundReview

FIRST = Seat(0)


@cache
def game_of(bot: str, rules: str = "base", seed: str = "study") -> FinishedGame:
    """A finished game of a bot in all seats."""
    ruleset = parse_ruleset(rules)
    return play_game(ruleset, bots=[bot_factory(bot)] * ruleset.dealer.least_seats, seed=seed)


def text_of(bot: str, rules: str = "base", seed: str = "study") -> str:
    """Its record, without score lines."""
    return format_record(replace(game_of(bot, rules, seed).record, totals=()))


def until(text: str, *, round_: int, lines: int = 0) -> str:
    """A record up to the roll of a round, and so many lines after it."""
    written = text.splitlines()
    at = written.index(f"round {round_}") + 2 + lines
    return "\n".join(written[:at]) + "\n"


def follow(text: str, actions: tuple[str, ...], *, seat: int = 1) -> tuple[Record, Table]:
    """What a record leads to after more actions of a seat and its `done`; refused if one is not legal."""
    return parse_record(text + "".join(f"{seat} {action}\n" for action in (*actions, "done")))


def rolls_of(record: Record) -> list[tuple[str, ...]]:
    """All rolls of a record."""
    return [entry.faces for entry in record.entries if isinstance(entry, Roll)]


def check_review(rounds: tuple[RoundReview, ...], *, par: float, score: int) -> None:
    """Round by round the numbers add up, and no loss is negative."""
    value = par
    for round_ in rounds:
        assert abs(round_.value - value) < 1e-9
        value += round_.luck + round_.choices
        assert round_.loss >= 0
        assert 0 <= round_.fortune <= 99
    assert abs(value - score) < 1e-9
