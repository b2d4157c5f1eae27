"""What values look like in notebooks: boards as SVG, tables, records and score sheets as HTML, refusals as sentences.

`inkrail.core.showing` leads here; texts are in the language of the environment.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import singledispatch
from html import escape
from typing import Final

from inkrail.bots.playing import FinishedGame
from inkrail.core.board import Board
from inkrail.core.errors import Refusal, TextRefusal
from inkrail.core.score import ScoreSheet, error_sides
from inkrail.game.record import Record, replay
from inkrail.game.table import Table
from inkrail.i18n import Catalogue, catalogue, choose_language
from inkrail.i18n.names import ruleset_name
from inkrail.render.svg import Marks, board_svg, position_svg
from inkrail.rules.position import Position
from inkrail.rules.ruleset import Ruleset

_WIDTH: Final = 360
"""The width of a board in pixels."""


def voice() -> Catalogue:
    """The catalogue of the environment's language."""
    return catalogue(choose_language(None, os.environ))


def sentence_of(refusal: Refusal) -> str:
    """The code and sentence of a refusal, with its line if it has one; the parameters if the catalogues do not know it."""
    texts = voice()
    if f"error.{refusal.code}" not in texts:
        params = ", ".join(f"{name}={value}" for name, value in refusal.params.items())
        return f"{refusal.code} ({params})" if params else refusal.code
    sentence = texts.refusal(refusal)
    if isinstance(refusal, TextRefusal):
        return texts.text("notebook.line", code=refusal.code, line=refusal.line, sentence=sentence)
    return f"{refusal.code}: {sentence}"


@singledispatch
def svg_of(value: object) -> str:
    """A value as an SVG document."""
    raise TypeError(type(value).__name__)


@svg_of.register
def _(board: Board) -> str:
    return board_svg(board, width=_WIDTH)


def seat_svg(position: Position, ruleset: Ruleset) -> str:
    """The boards of a seat side by side, with their errors marked."""
    lines = ruleset.score(position).all_lines
    marks = [Marks(errors=error_sides(lines, board=number)) for number, _ in enumerate(position.boards)]
    if len(position.boards) == 1:
        return board_svg(position.boards[0], marks=marks[0], width=_WIDTH)
    return position_svg(position.boards, marks=marks, width=_WIDTH * len(position.boards))


@singledispatch
def html_of(value: object) -> str:
    """A value as a piece of HTML."""
    raise TypeError(type(value).__name__)


@html_of.register
def _(sheet: ScoreSheet) -> str:
    texts = voice()
    rows = [(texts.get(f"score.{line.name}", line.name), line.value, line.points) for line in sheet.all_lines]
    heads = ("", "", texts["cli.score.points"])
    return table_html(heads, [*rows, (texts["cli.score.total"], "", sheet.total)])


@html_of.register
def _(table: Table) -> str:
    """Every seat's boards as they are now: who has the table may see everything."""
    texts = voice()
    ruleset = table.ruleset
    name = ruleset_name(texts, ruleset.name)
    heading = texts.text("notebook.table", rules=name, round=table.round_, rounds=ruleset.rounds)
    figures = []
    for number, state in enumerate(table.seats, start=1):
        title = texts.text("cli.seat", seat=number)
        caption = texts.text("cli.show.total", title=title, n=ruleset.score(state.position).total)
        figures.append(_figure(seat_svg(state.position, ruleset), caption))
    return (
        f"<p>{escape(heading)}</p><div style='display:flex;flex-wrap:wrap;gap:1em'>{''.join(figures)}</div>"
    )


@html_of.register
def _(record: Record) -> str:
    return html_of(replay(record))


@html_of.register
def _(game: FinishedGame) -> str:
    return html_of(game.table)


def _figure(picture: str, caption: str) -> str:
    return f"<figure style='margin:0'>{picture}<figcaption>{escape(caption)}</figcaption></figure>"


def table_html(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows of words and numbers as a table; numbers are on the right."""
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = "".join(f"<tr>{''.join(map(_data, row))}</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _data(value: object) -> str:
    side = "left" if isinstance(value, str) else "right"
    return f"<td style='text-align:{side}'>{escape(str(value))}</td>"
