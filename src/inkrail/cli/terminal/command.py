"""The command: starts a new game or resumes a saved one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from inkrail.arena.chance import SystemRng
from inkrail.bots.registry import BOT_NAMES, find_bot
from inkrail.cli.complaint import complaint
from inkrail.cli.completers import among, files
from inkrail.cli.grammar import Example, command
from inkrail.cli.options import GAME_RULES, LONGEST, VALUES, board_options, whole_number
from inkrail.cli.own_bots import search_current_folder
from inkrail.cli.terminal.full_screen import FullScreen, is_whole_terminal
from inkrail.cli.terminal.saving import default_folder, load, load_bots, new_file, unfinished_game
from inkrail.cli.terminal.screen import Screen, read_line
from inkrail.cli.terminal.session import Session
from inkrail.game.record import Record, check_seed, format_record, parse_record, seeded_record
from inkrail.game.table import MOST_SEATS, Phase, Table, open_table
from inkrail.i18n import Catalogue
from inkrail.rules.dealing import Seat
from inkrail.rules.ruleset import Ruleset

GAME = click.Argument(
    ["record"], metavar="[RECORD]", required=False, shell_complete=files, help="cli.argument.game"
)
SEATS = click.Option(["--seats"], metavar="N", default="1", help="cli.option.seats")
BOTS = click.Option(
    ["--bot"],
    metavar="NAME",
    multiple=True,
    shell_complete=among(BOT_NAMES),
    help="cli.option.bots_at_the_table",
)
SEED = click.Option(["--seed"], metavar="WORD", help="cli.option.seed")


@command(
    GAME,
    GAME_RULES,
    SEATS,
    BOTS,
    SEED,
    LONGEST,
    VALUES,
    examples=(
        Example("inkrail terminal", "cli.terminal.example"),
        Example("inkrail terminal --bot casual --bot greedy", "cli.terminal.example_bots"),
        Example("inkrail terminal game.txt --rules lake --seats 2", "cli.terminal.example_file"),
    ),
)
def terminal(
    voice: Catalogue,
    *,
    record: str | None,
    rules: str,
    seats: str,
    bot: tuple[str, ...],
    seed: str | None,
    longest: str | None,
    values: str,
) -> None:
    """Play a game in the terminal, alone, against bots, or taking turns at one keyboard."""
    options = board_options(rules=rules, longest=longest, values=values)
    if seed is not None:
        check_seed(seed)
    ruleset = options.ruleset(None)
    count = whole_number(seats, option="--seats", most=MOST_SEATS)
    search_current_folder()
    for name in bot:
        find_bot(name)
    open_table(ruleset, seats=count + len(bot))
    file = Path(record) if record is not None else _game_file(voice)
    if file.exists():
        _refuse_options_of_new_games(file)
        game, table = _resume(file, seed=seed, voice=voice)
        bots = load_bots(file, seats=game.seats)
    else:
        game = _new_record(ruleset, seats=count + len(bot), seed=seed)
        table = game.open()
        bots = {Seat(count + number): name for number, name in enumerate(bot)}
    screen = FullScreen(voice) if is_whole_terminal() else Screen(voice)
    Session(game, table, file=file, screen=screen, bots=bots).play()


def _game_file(voice: Catalogue) -> Path:
    """The file of the last unfinished game if the player wants to continue it, else a new one."""
    folder = default_folder()
    waiting = unfinished_game(folder)
    if waiting is not None and not _options_of_new_games():
        print(voice.text("terminal.unfinished", file=waiting))
        answer = read_line(voice["terminal.ask_resume"]) or ""
        if answer.strip().lower() not in voice["terminal.no"].split():
            return waiting
    return new_file(folder)


def _options_of_new_games() -> list[str]:
    """The options on the command line that only a new game can have."""
    context = click.get_current_context()
    return [
        f"--{name}"
        for name in ("rules", "seats", "bot", "longest", "values")
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
    ]


def _refuse_options_of_new_games(file: Path) -> None:
    for option in _options_of_new_games():
        raise complaint("usage.option_resuming", option=option, file=file)


def _resume(file: Path, *, seed: str | None, voice: Catalogue) -> tuple[Record, Table]:
    record, table = load(file)
    if seed and table.phase is not Phase.OVER:
        # Parsing it again refuses a seed that did not give the rolls so far.
        record, table = parse_record(format_record(replace(record, seed=seed)))
    print(voice.text("terminal.resumed", file=file, round=table.round_, rounds=table.ruleset.rounds))
    return record, table


def _new_record(ruleset: Ruleset, *, seats: int, seed: str | None) -> Record:
    if seed:
        return seeded_record(ruleset, seats=seats, seed=seed)
    deal = open_table(ruleset, seats=seats, rng=SystemRng()).deal
    return Record(ruleset, seats, deal.starter if ruleset.dealer.picking else None)
