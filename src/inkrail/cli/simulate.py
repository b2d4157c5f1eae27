"""`inkrail simulate`: how well bots play."""

from __future__ import annotations

import json as notation
from typing import Annotated

import typer

from inkrail.arena import simulation
from inkrail.arena.comparison import Comparison, compare
from inkrail.arena.pool import cores
from inkrail.arena.simulation import Simulation, seats_at
from inkrail.bots.registry import find_bot
from inkrail.cli.complaint import complaint
from inkrail.cli.options import GameRules, JsonAtTheEnd, Language, check_seed, whole_number
from inkrail.cli.own_bots import look_here
from inkrail.cli.progress import progress
from inkrail.game.table import MOST_SEATS, open_table
from inkrail.rules.registry import parse_ruleset

BotName = Annotated[str | None, typer.Option("--bot", metavar="NAME", help="cli.option.bot")]
Against = Annotated[str | None, typer.Option("--against", metavar="NAME", help="cli.option.against")]
Games = Annotated[str, typer.Option("--games", metavar="N", help="cli.option.games")]
Seed = Annotated[str, typer.Option("--seed", metavar="WORD", help="cli.option.seed_of_games")]
Seats = Annotated[str | None, typer.Option("--seats", metavar="N", help="cli.option.seats_of_bots")]
Processes = Annotated[str | None, typer.Option("--processes", metavar="N", help="cli.option.processes")]

MOST_GAMES = 999_999
MOST_PROCESSES = 512


def simulate(  # noqa: PLR0913 - an option each
    ctx: typer.Context,
    *,
    bot: BotName = None,
    against: Against = None,
    rules: GameRules = "base",
    games: Games = "100",
    seed: Seed = "1",
    seats: Seats = None,
    processes: Processes = None,
    json: JsonAtTheEnd = False,
    lang: Language = None,  # noqa: ARG001
) -> None:
    """Play many seeded games and tell what they say about a bot, or about two."""
    if bot is None:
        raise complaint("usage.argument_missing", argument="--bot", command=ctx.command_path)
    look_here()
    for name in (bot, against):
        if name is not None:
            find_bot(name)
    check_seed(seed)
    number = whole_number(games, option="--games", most=MOST_GAMES)
    found = _played(
        bot,
        against,
        rules=rules,
        seats=_checked_seats(rules, seats),
        games=number,
        seed=seed,
        processes=cores()
        if processes is None
        else whole_number(processes, option="--processes", most=MOST_PROCESSES),
        title=ctx.obj["cli.simulate.progress"],
    )
    if json:
        print(notation.dumps(found.report(), separators=(",", ":")))
        return
    from inkrail.cli.results import print_comparison, print_simulation  # noqa: PLC0415 - JSON needs no tables

    if isinstance(found, Comparison):
        print_comparison(found, voice=ctx.obj)
    else:
        print_simulation(found, voice=ctx.obj)


def _checked_seats(rules: str, seats: str | None) -> int:
    number = None if seats is None else whole_number(seats, option="--seats", most=MOST_SEATS)
    chosen = seats_at(rules, number)
    open_table(parse_ruleset(rules), seats=chosen)
    return chosen


def _played(
    bot: str,
    against: str | None,
    *,
    rules: str,
    seats: int,
    games: int,
    seed: str,
    processes: int,
    title: str,
) -> Simulation | Comparison:
    with progress(title, total=games if against is None else 2 * games) as step:
        if against is None:
            return simulation.simulate(
                bot, rules=rules, seats=seats, games=games, seed=seed, processes=processes, step=step
            )
        return compare(
            bot, against, rules=rules, seats=seats, games=games, seed=seed, processes=processes, step=step
        )
