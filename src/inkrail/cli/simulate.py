"""`inkrail simulate`: how well bots play."""

from __future__ import annotations

import json as notation
import re
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import click

from inkrail.arena.comparison import Comparison, result_of
from inkrail.arena.match import MOST_GAMES, Match, Part, Where, match_of, seats_at
from inkrail.arena.processes import cores, on_processes
from inkrail.arena.results_file import ResultsFile, new_file, resumed_file
from inkrail.arena.simulation import Simulation, collect
from inkrail.bots.registry import BOT_NAMES, find_bot
from inkrail.cli.complaint import Complaint, complaint
from inkrail.cli.completers import among, files
from inkrail.cli.grammar import Example, command, not_blank
from inkrail.cli.options import GAME_RULES, JSON_AT_THE_END, whole_number
from inkrail.cli.own_bots import search_current_folder
from inkrail.cli.progress import progress
from inkrail.cli.streams import INTERRUPTED, about_file, flush_output
from inkrail.core.errors import Refusal
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
CLUSTER = click.Option(["--cluster"], metavar="ADDRESS", callback=not_blank, help="cli.option.cluster")
PART = click.Option(["--part"], metavar="I/N", help="cli.option.part")
OUT = click.Option(["--out"], metavar="FILE", callback=not_blank, shell_complete=files, help="cli.option.out")
RESUME = click.Option(
    ["--resume"], metavar="FILE", callback=not_blank, shell_complete=files, help="cli.option.resume"
)
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
    CLUSTER,
    ADJUSTED,
    PART,
    OUT,
    RESUME,
    JSON_AT_THE_END,
    examples=(
        Example("inkrail simulate --bot greedy --games 20", "cli.simulate.example"),
        Example(
            "inkrail simulate --bot casual --against greedy --rules lake --json",
            "cli.simulate.example_against",
        ),
        Example(
            "inkrail simulate --bot strong --cluster tcp://10.0.0.1:8786", "cli.simulate.example_cluster"
        ),
        Example("inkrail simulate --bot greedy --part 1/4 --out 1.results", "cli.simulate.example_part"),
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
    cluster: str | None,
    adjusted: bool,
    part: str | None,
    out: str | None,
    resume: str | None,
    json: bool,
) -> int:
    """Play many seeded games and print statistics of one bot, or a comparison of two."""
    search_current_folder()
    bots = (bot,) if against is None else (bot, against)
    for name in bots:
        find_bot(name)
    check_seed(seed)
    match = match_of(
        *bots,
        rules=rules,
        seats=_check_seats(rules, seats),
        games=whole_number(games, option="--games", most=MOST_GAMES),
        seed=seed,
        adjusted=adjusted,
    )
    where = _where(processes, cluster, voice=voice)
    if part is not None and out is None and resume is None:
        either = voice.text("cli.either", first="--out FILE", second="--resume FILE")
        raise complaint("usage.option_alone", option="--part", other=either)
    chosen = _part(part, match)
    with _results_file(chosen, out=out, resume=resume) as results:
        number = len(chosen.numbers)
        with progress(voice["cli.simulate.progress"], total=number) as step:
            played = collect(chosen, where=where, results=results, step=step, keep_interrupted=True)
    result = result_of(match, played)
    print_result(result, json=json, voice=voice)
    if adjusted and result.adjusted is None:
        flush_output()
        print(voice.text("cli.simulate.not_adjusted"), file=sys.stderr)
    if len(played) == number:
        return 0
    flush_output()
    print(voice.text("cli.simulate.interrupted", games=number, n=len(played)), file=sys.stderr)
    return INTERRUPTED


def print_result(result: Simulation | Comparison, *, json: bool, voice: Catalogue) -> None:
    """Print what a match has measured, as an object or as a table."""
    if json:
        print(notation.dumps(result.report(), separators=(",", ":")))
        return
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


def _where(processes: str | None, cluster: str | None, *, voice: Catalogue) -> Where:
    """Where the games are played."""
    if cluster is None:
        number = cores() if processes is None else processes
        return on_processes(whole_number(str(number), option="--processes", most=MOST_PROCESSES))
    if processes is not None:
        raise complaint("usage.option_clash", option="--cluster", other="--processes")
    from inkrail.arena.cluster import on_cluster  # noqa: PLC0415 - this needs the extra `cluster`

    return on_cluster(cluster, tell=lambda news: print(Complaint(news).line(voice), file=sys.stderr))


def _part(text: str | None, match: Match) -> Part:
    """The part that is asked for, or the whole."""
    if text is None:
        return Part(match)
    found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text)
    index, of = map(int, found.groups()) if found else (0, 0)
    if not 1 <= index <= of <= match.games:
        raise complaint("usage.part", value=text, most=match.games)
    return Part(match, index, of)


def _results_file(
    part: Part, *, out: str | None, resume: str | None
) -> AbstractContextManager[ResultsFile | None]:
    """The file that finished games are added to, if there is one."""
    if out is not None and resume is not None:
        raise complaint("usage.option_clash", option="--out", other="--resume")
    name = resume if out is None else out
    if name is None:
        return nullcontext()
    with about_file(name):
        if not Path(name).parent.is_dir():
            raise Refusal("file.no_folder", folder=Path(name).parent)
        return new_file(Path(name), part) if resume is None else resumed_file(Path(name), part)
