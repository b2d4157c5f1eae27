"""Bots at a table: single turns, and whole seeded games between bots.

A bot that breaks a rule, crashes or never ends its round is reported by its own code, with the seed of the game; so is
a program that breaks the protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import process_time
from typing import Final

from inkrail.bots.bot import Bot
from inkrail.bots.program import PROGRAM_CODES, ProgramBot
from inkrail.core.dice import Rng, SeededRng
from inkrail.core.errors import Refusal
from inkrail.core.score import ScoreSheet
from inkrail.core.showing import html_of
from inkrail.game.actions import Action, format_action
from inkrail.game.record import Act, Entry, Record, Roll, finish_record, seeded_record, seeded_roll
from inkrail.game.table import Phase, Table
from inkrail.game.view import view
from inkrail.rules.dealing import Seat
from inkrail.rules.ruleset import Ruleset

MOST_ACTIONS: Final = 60
"""More actions than any round needs: a bot that exceeds it is going round in circles."""

PLAYING_CODES: Final = ("bot.illegal", "bot.failed", "bot.stalls")
"""What a bot can do wrong at a table."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that bots played to its end."""

    record: Record
    table: Table
    seconds: tuple[float, ...]
    """The CPU seconds of each seat, its program's included; those of dealing and scoring are divided evenly."""

    def __repr__(self) -> str:
        totals = ", ".join(map(str, self.totals))
        return f"<FinishedGame {self.record.ruleset.name}, seed {self.record.seed}: {totals} points>"

    def _repr_html_(self) -> str:
        return html_of(self)

    @property
    def sheets(self) -> tuple[ScoreSheet, ...]:
        """Every seat's score sheet."""
        return self.table.sheets()

    @property
    def totals(self) -> tuple[int, ...]:
        """Every seat's points."""
        return self.record.totals

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who has won (B13)."""
        return self.table.winners(self.sheets)


def play_turn(
    table: Table, seat: Seat, *, bot: Bot, rng: Rng, seed: str = "-"
) -> tuple[Table, tuple[Action, ...]]:
    """The table after a bot has picked dice or ended its round, and its actions.

    The seed only identifies the game in an error.
    """
    before = table.phase, table.round_
    rules, round_ = table.ruleset.name, int(table.round_)
    actions: list[Action] = []
    while (table.phase, table.round_) == before and not table.seats[seat].done:
        answer = _ask(bot, table, seat, rng=rng, seed=seed)
        for action in answer:
            table = _act(table, seat, action, bot=bot, seed=seed)
            actions.append(action)
        if not answer or len(actions) > MOST_ACTIONS:
            raise Refusal("bot.stalls", bot=bot.name, ruleset=rules, round=round_, seed=seed)
        if before[0] is Phase.PICK:
            break
    return table, tuple(actions)


def play_game(
    ruleset: Ruleset, *, bots: Sequence[Callable[[], Bot]], seed: str, remembers: bool = True
) -> FinishedGame:
    """Play a whole seeded game, one bot per seat; the dice are the same whatever the bots do.

    Without `remembers` each turn is played by a new instance of the bot, as on the server.
    """
    record = seeded_record(ruleset, seats=len(bots), seed=seed)
    began, seconds = process_time(), [0.0] * len(bots)
    seated = [make() for make in bots]
    table, entries = record.open(), list[Entry]()
    while table.phase is not Phase.OVER:
        if table.phase is Phase.ROLL:
            faces = seeded_roll(table, seed)
            table, _ = table.roll(faces)
            entries.append(Roll(faces))
            continue
        seat, turn = _next_seat(table), process_time()
        rng = SeededRng(seed, "seat", seat + 1, table.phase.value, table.round_)
        bot = seated[seat] if remembers else bots[seat]()
        table, actions = play_turn(table, seat, bot=bot, rng=rng, seed=seed)
        entries += (Act(seat, action) for action in actions)
        seconds[seat] += process_time() - turn
    record = finish_record(replace(record, entries=tuple(entries)), table)
    rest = (process_time() - began - sum(seconds)) / len(bots)
    for number, bot in enumerate(seated):
        if isinstance(bot, ProgramBot):
            seconds[number] += bot.close()
    return FinishedGame(record, table, tuple(own + rest for own in seconds))


def _next_seat(table: Table) -> Seat:
    """Whose turn it is; while everyone draws at once, the first seat that is not done."""
    chooser = table.ruleset.dealer.chooser(table.deal)
    if chooser is not None:
        return chooser
    return next(Seat(number) for number, seat in enumerate(table.seats) if not seat.done)


def _ask(bot: Bot, table: Table, seat: Seat, *, rng: Rng, seed: str) -> tuple[Action, ...]:
    try:
        return tuple(bot.play(view(table, seat), rng=rng))
    except Exception as error:
        if isinstance(error, Refusal) and error.code in PROGRAM_CODES:
            asked = f"{error.params['asked']}, seed {seed}"
            raise Refusal(error.code, **{**error.params, "asked": asked}) from error
        raise Refusal(
            "bot.failed",
            bot=bot.name,
            reason=_reason(error),
            ruleset=table.ruleset.name,
            round=int(table.round_),
            seed=seed,
        ) from error


def _reason(error: Exception) -> object:
    """What a sentence says of an error; a refusal has a sentence of its own."""
    return error if isinstance(error, Refusal) else f"{type(error).__name__}: {error}"


def _act(table: Table, seat: Seat, action: Action, *, bot: Bot, seed: str) -> Table:
    try:
        after, _ = table.act(seat, action)
    except Exception as error:
        # An answer that is not an action fails somewhere inside the table.
        is_action = isinstance(error, Refusal)
        raise Refusal(
            "bot.illegal",
            bot=bot.name,
            action=format_action(action, table.ruleset) if is_action else repr(action),
            reason=_reason(error),
            ruleset=table.ruleset.name,
            round=int(table.round_),
            seed=seed,
        ) from error
    return after
