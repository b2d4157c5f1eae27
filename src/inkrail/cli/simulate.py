"""`inkrail simulate`: how well bots play."""

from __future__ import annotations

import json as notation
import sys
from typing import Any

import click

from inkrail.arena import simulation
from inkrail.arena.comparison import Comparison, compare
from inkrail.arena.pool import cores
from inkrail.arena.simulation import MOST_GAMES, Simulation, seats_at
from inkrail.bots.registry import BOT_NAMES, find_bot
from inkrail.cli.completers import among
from inkrail.cli.grammar import Example, command
from inkrail.cli.options import GAME_RULES, JSON_AT_THE_END, whole_number
from inkrail.cli.own_bots import search_current_folder
from inkrail.cli.progress import progress
from inkrail.cli.streams import INTERRUPTED, flush_output
from inkrail.game.record import check_seed
from inkrail.game.table import MOST_SEATS, open_table
from inkrail.i18n import Catalogue
from inkrail.rules.registry import parse_ruleset

BOT = click.Option(
    ["--bot"], metavar="NAME", required=True, shell_complete=among(BOT_NAMES), help="cli.option.bot"
)
AGAINST = click.Option(
    ["--against"], metavar="NAME", shell_complete=among(BOT_NAMES), help="cli.option.against"
)
GAMES = click.Option(["--games"], metavar="N", default="100", help="cli.option.games")
SEED = click.Option(["--seed"], metavar="WORD", default="1", help="cli.option.seed_of_games")
SEATS = click.Option(["--seats"], metavar="N", help="cli.option.seats_of_bots")
PROCESSES = click.Option(["--processes"], metavar="N", help="cli.option.processes")
ADJUSTED = click.Option(["--adjusted"], is_flag=True, help="cli.option.adjusted")

MOST_PROCESSES = 512


@command(
    BOT,
    AGAINST,
    GAME_RULES,
    GAMES,
    SEED,
    SEATS,
    PROCESSES,
    ADJUSTED,
    JSON_AT_THE_END,
    examples=(
        Example("inkrail simulate --bot greedy --games 20", "cli.simulate.example"),
        Example(
            "inkrail simulate --bot casual --against greedy --rules lake --json",
            "cli.simulate.example_against",
        ),
    ),
)
def simulate(  # noqa: PLR0913 - an option each
    voice: Catalogue,
    *,
    bot: str,
    against: str | None,
    rules: str,
    games: str,
    seed: str,
    seats: str | None,
    processes: str | None,
    adjusted: bool,
    json: bool,
) -> int:
    """Play many seeded games and print statistics of one bot, or a comparison of two."""
    search_current_folder()
    for name in (bot, against):
        if name is not None:
            find_bot(name)
    check_seed(seed)
    number = whole_number(games, option="--games", most=MOST_GAMES)
    result = _run(
        bot,
        against,
        rules=rules,
        seats=_check_seats(rules, seats),
        games=number,
        seed=seed,
        processes=cores()
        if processes is None
        else whole_number(processes, option="--processes", most=MOST_PROCESSES),
        adjusted=adjusted,
        title=voice["cli.simulate.progress"],
    )
    if json:
        print(notation.dumps(result.report(), separators=(",", ":")))
    else:
        _print_tables(result, voice=voice)
    played = (result.first if isinstance(result, Comparison) else result).games
    if played == number:
        return 0
    flush_output()
    print(voice.text("cli.simulate.interrupted", games=number, n=played), file=sys.stderr)
    return INTERRUPTED


def _print_tables(result: Simulation | Comparison, *, voice: Catalogue) -> None:
    from inkrail.cli.results import print_comparison, print_simulation  # noqa: PLC0415 - JSON needs no tables

    if isinstance(result, Comparison):
        print_comparison(result, voice=voice)
    else:
        print_simulation(result, voice=voice)


def _check_seats(rules: str, seats: str | None) -> int:
    number = None if seats is None else whole_number(seats, option="--seats", most=MOST_SEATS)
    chosen = seats_at(rules, number)
    open_table(parse_ruleset(rules), seats=chosen)
    return chosen


def _run(  # noqa: PLR0913 - as many as the command has options
    bot: str,
    against: str | None,
    *,
    rules: str,
    seats: int,
    games: int,
    seed: str,
    processes: int,
    adjusted: bool,
    title: str,
) -> Simulation | Comparison:
    options: dict[str, Any] = {
        "rules": rules,
        "seats": seats,
        "games": games,
        "seed": seed,
        "processes": processes,
        "adjusted": adjusted,
    }
    with progress(title, total=games if against is None else 2 * games) as step:
        if against is None:
            return simulation.simulate(bot, **options, step=step, keep_interrupted=True)
        return compare(bot, against, **options, step=step, keep_interrupted=True)
