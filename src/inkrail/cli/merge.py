"""`inkrail merge`: what one run over all games would have printed, from the results of its parts."""

from __future__ import annotations

import click

from inkrail.arena.comparison import result_of
from inkrail.arena.results_file import Results, check_mergeable, parse_results
from inkrail.arena.results_file import merge as merge_parts
from inkrail.cli.completers import files as complete_files
from inkrail.cli.grammar import Example, command
from inkrail.cli.options import JSON_AT_THE_END
from inkrail.cli.simulate import print_result
from inkrail.cli.streams import about_file, open_input
from inkrail.i18n import Catalogue

FILES = click.Argument(
    ["files"],
    metavar="FILE…",
    nargs=-1,
    required=True,
    shell_complete=complete_files,
    help="cli.argument.results",
)


@command(
    FILES, JSON_AT_THE_END, examples=(Example("inkrail merge 1.results 2.results", "cli.merge.example"),)
)
def merge(voice: Catalogue, *, files: tuple[str, ...], json: bool) -> None:
    """Print the statistics of all games of a match that was played in parts."""
    parts: dict[str, Results] = {}
    for file in files:
        with open_input(file) as stream, about_file(file):
            results = parse_results(stream)
            check_mergeable(results, parts)
            parts[file] = results
    match, games = merge_parts(list(parts.values()))
    print_result(result_of(match, games), json=json, voice=voice)
