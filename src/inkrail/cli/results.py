"""Prints measurements as tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from inkrail.arena.comparison import Comparison
from inkrail.arena.simulation import Simulation
from inkrail.cli.tables import console
from inkrail.i18n import Catalogue
from inkrail.i18n.names import ruleset_name

if TYPE_CHECKING:
    from inkrail.arena.speed import Speed

Row = Sequence[str]


def print_bots(bots: Iterable[Mapping[str, object]], *, voice: Catalogue) -> None:
    """Print the name, level and description of each bot."""
    heads = (voice["cli.bots.name"], voice["cli.bots.level"], "")
    _print_table(heads, [(str(bot["name"]), str(bot["level"]), _summary(bot, voice)) for bot in bots])


def _summary(bot: Mapping[str, object], voice: Catalogue) -> str:
    if bot["available"]:
        return str(bot["summary"])
    return f"{bot['summary']} {voice.text('cli.bots.needs_extra', extra=bot['extra'])}"


def print_simulation(result: Simulation, *, voice: Catalogue) -> None:
    """Print the results of a bot's games."""
    _print_table((_title(result, voice), result.bot), _rows([result], voice))


def print_comparison(comparison: Comparison, *, voice: Catalogue) -> None:
    """Print how two bots did in the same games, and the confidence interval of their difference."""
    both = (comparison.first, comparison.second)
    _print_table(
        (_title(comparison.first, voice), *(simulation.bot for simulation in both)), _rows(both, voice)
    )
    difference, interval = comparison.difference, comparison.difference.interval
    if interval is None:
        print(voice.text("cli.simulate.difference_once", mean=_signed(difference.mean)))
    else:
        low, high = map(_signed, interval)
        print(voice.text("cli.simulate.difference", mean=_signed(difference.mean), low=low, high=high))


def print_speed(speed: Speed, *, voice: Catalogue) -> None:
    """Print how fast both engines are."""
    rows = [
        (voice["cli.bench.reference"], speed.reference),
        (voice["cli.bench.kernel"], speed.kernel),
        (voice["cli.bench.children"], speed.children),
    ]
    rates = [(name, "-" if rate is None else f"{rate:.0f}") for name, rate in rows]
    _print_table(("", voice["cli.bench.per_second"]), rates)


def _title(simulation: Simulation, voice: Catalogue) -> str:
    return voice.text(
        "cli.simulate.title",
        rules=ruleset_name(voice, simulation.rules),
        games=voice.text("cli.simulate.games", n=simulation.games),
        seats=voice.text("cli.simulate.seats", n=simulation.seats),
        seed=simulation.seed,
    )


def _rows(bots: Sequence[Simulation], voice: Catalogue) -> list[Row]:
    summaries = [bot.summary for bot in bots]
    rows: list[Row] = [
        (voice["cli.simulate.mean"], *(f"{summary.mean:.2f}" for summary in summaries)),
        (voice["cli.simulate.sd"], *(_or_dash(summary.sd) for summary in summaries)),
        (voice["cli.simulate.sem"], *(_or_dash(summary.sem) for summary in summaries)),
        *_adjusted_rows(bots, voice),
        (voice["cli.simulate.cpu"], *(f"{bot.cpu_seconds_per_round:.4f}" for bot in bots)),
    ]
    labels = {
        "network_points": voice["cli.simulate.networks"],
        "longest_highway": voice["score.highway"],
        "longest_railway": voice["score.railway"],
        "centre": voice["score.centre"],
        "errors": voice["score.errors"],
        "expansion_points": voice["cli.simulate.expansion"],
    }
    rows += [(label, *(f"{bot.components[name]:.2f}" for bot in bots)) for name, label in labels.items()]
    return rows


def _adjusted_rows(bots: Sequence[Simulation], voice: Catalogue) -> list[Row]:
    """The means less the luck of the dice, where they were computed."""
    adjusted = [summary for bot in bots if (summary := bot.adjusted)]
    if not adjusted:
        return []
    return [
        (voice["cli.simulate.adjusted"], *(f"{summary.mean:.2f}" for summary in adjusted)),
        (voice["cli.simulate.adjusted_sd"], *(_or_dash(summary.sd) for summary in adjusted)),
    ]


def _or_dash(number: float | None) -> str:
    return "-" if number is None else f"{number:.2f}"


def _signed(number: float) -> str:
    return f"{number:+.2f}"


def _print_table(heads: Row, rows: Iterable[Row]) -> None:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for number, head in enumerate(heads):
        table.add_column(Text(head), justify="right" if number and head else "left")
    for row in rows:
        table.add_row(*map(Text, row))
    console().print(table)
