"""The game on a whole terminal: board and panel side by side, redrawn in place, with keys and line editing."""

from __future__ import annotations

import io
import os
import re
import signal
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from typing import Final

from inkrail.cli.pictures import has_colour, is_plain, notes_of, with_legal
from inkrail.cli.terminal.items import Item, items_of
from inkrail.cli.terminal.keys import Key, Keyboard, Line, Stroke
from inkrail.cli.terminal.panel import Panel
from inkrail.cli.terminal.screen import Screen
from inkrail.cli.terminal.words import Word, spelling
from inkrail.core.cells import MIDDLE, Cell, cell_at, cells_of, contains
from inkrail.core.score import ScoreSheet
from inkrail.game.table import Table
from inkrail.game.view import View
from inkrail.i18n import Catalogue
from inkrail.render.text import BOARD_SIZE, COMPACT_SIZE, Notes, board_text, compact_text
from inkrail.rules.position import Drawing

LEAST: Final = (80, 24)
"""The smallest terminal: columns and lines."""
_LEAST_PANEL: Final = 40
_GAP: Final = 2
_BEGIN, _END = "\x1b[?1049h\x1b[2J", "\x1b[?1049l"
_STEPS: Final = {Key.UP: (0, -1), Key.DOWN: (0, 1), Key.LEFT: (-1, 0), Key.RIGHT: (1, 0)}

_BOARD_KEYS: Final = {*_STEPS, Key.TAB, Key.BACK_TAB, Key.ESCAPE, Key.ENTER, Key.BACKSPACE, " "}
"""The keys that mean something on the board while nothing is typed."""


def is_whole_terminal() -> bool:
    """Whether input and output are a terminal on which the game can be drawn in place."""
    streams = (sys.stdin, sys.stdout)
    if sys.platform == "win32" or os.environ.get("TERM", "dumb") == "dumb":
        return False
    return all(stream is not None and stream.isatty() for stream in streams)


def _size() -> tuple[int, int]:
    """Columns and lines of the terminal; the least where it does not know them."""
    size = os.get_terminal_size(sys.stdout.fileno())
    return (size.columns, size.lines) if size.columns and size.lines else LEAST


def _folded(line: str, columns: int) -> list[str]:
    """A line as those it takes at this width, continued below the beginning of its last column."""
    if len(line) <= columns:
        return [line]
    start = re.match(r"(?: *\S.* {2})? *", line)
    indent = " " * (start.end() if start else 0)
    return textwrap.wrap(line, columns, subsequent_indent=indent, break_on_hyphens=False)


class FullScreen(Screen):
    """Draws a seat's view in place; what is said is shown beside the board until the next line is typed."""

    def __init__(self, voice: Catalogue) -> None:
        super().__init__(voice)
        self._keyboard = Keyboard(sys.stdin.fileno())
        self._line = Line()
        self._view: View | None = None
        self._prompt = ""
        self._notices: list[tuple[str, bool]] = []
        self._chosen: str | None = None
        self._cursor = MIDDLE
        self._is_other = False

    @contextmanager
    def running(self) -> Iterator[None]:
        """Use the whole terminal until the block ends, and leave it as it was."""
        before = signal.signal(signal.SIGWINCH, lambda *_: self._draw())
        print(end=_BEGIN, flush=True)
        try:
            with self._keyboard:
                yield
        finally:
            print(end=_END, flush=True)
            signal.signal(signal.SIGWINCH, before)

    # What is said and shown.

    def say(self, key: str, **params: object) -> None:
        """Show a line of text beside the board."""
        self._notices.append((self.voice.text(key, **params), False))

    def headline(self, key: str, **params: object) -> None:
        """The panel has its own title."""

    def warn(self, sentence: str) -> None:
        """Show why something was refused."""
        self._notices.append((sentence, True))

    def clear(self) -> None:
        """Show the next seat from the beginning."""
        self._notices.clear()

    def drawing(self, view: View, *, whole: bool = False) -> None:
        """Show the board and what may be drawn; asked for by name, show the other board of two."""
        self._show(view)
        self._is_other = whole and not self._is_other

    def offers(self, view: View) -> None:
        """Show the dice on offer."""
        self._show(view)

    def choices(self, view: View) -> None:
        """Show the choices before drawing."""
        self._show(view)

    def _show(self, view: View) -> None:
        self._view = view
        if self._chosen not in items_of(view):
            self._chosen = None

    def hide(self) -> None:
        """Show no board until the next seat is ready."""
        self._view = None

    def placements(self, view: View, item: Item) -> None:
        """Mark where an item may go."""
        self._show(view)
        self._choose(item)
        if not item.cells:
            self.say("terminal.fits_nowhere")

    def orientations(self, drawings: Sequence[Drawing]) -> None:
        """Show the orientations to choose from."""
        tiles = [drawing.placement.tile for drawing in drawings]
        self._notices += ((f"{number}: {tile.text}", False) for number, tile in enumerate(tiles, start=1))

    def changes(self, before: ScoreSheet, after: ScoreSheet) -> None:
        """Show what a drawing changed."""
        self._notices.append((self.changed(before, after), False))

    # Pages: longer answers take the whole terminal for a moment.

    def help(self, table: Table) -> None:
        """Show what may be typed and pressed."""
        self._page(
            self._printed(lambda: super(FullScreen, self).help(table)) + self.voice["terminal.about_keys"]
        )

    def others(self, view: View) -> None:
        """Show the other seats' boards."""
        self._page(self._printed(lambda: super(FullScreen, self).others(view)))

    def more(self, view: View) -> None:
        """Show what may be drawn besides the dice."""
        self._page(self._printed(lambda: super(FullScreen, self).more(view)))

    def score(self, view: View, line: int | None = None) -> None:
        """Show the score sheet, or one of its lines on the board."""
        self._page(self._printed(lambda: super(FullScreen, self).score(view, line)))

    def _printed(self, show: object) -> str:
        """What a method of the plain screen prints."""
        assert callable(show)
        before = len(self._notices)
        # What can be printed depends on the encoding of the terminal.
        printed = io.TextIOWrapper(io.BytesIO(), encoding=sys.stdout.encoding, errors=sys.stdout.errors)
        with redirect_stdout(printed):
            show()
        printed.seek(0)
        said = "".join(f"{text}\n" for text, _ in self._notices[before:])
        del self._notices[before:]
        return printed.read() + said

    def _page(self, text: str) -> None:
        """Show a text page by page until a key is pressed after the last."""
        columns, _ = _size()
        lines = [part for line in text.rstrip("\n").split("\n") for part in _folded(line, columns)]
        while lines:
            columns, rows = _size()
            shown, lines = lines[: rows - 1], lines[rows - 1 :]
            self._write([line[:columns] for line in shown], self.voice["terminal.any_key"][:columns])
            if self._keyboard.read() is Key.CLOSED:
                return

    # Lines and keys.

    def read_line(self, prompt: str) -> str | None:
        """The next line, typed or made by keys; None when there are no more."""
        self._prompt = prompt
        while True:
            self._draw()
            stroke = self._keyboard.read()
            if stroke is Key.CLOSED:
                return None
            line = self._pressed(stroke)
            if line is not None:
                self._notices.clear()
                return line

    def _pressed(self, stroke: Stroke) -> str | None:
        """The line that a key ends; None while it goes on."""
        is_drawing = self._view is not None and bool(self._view.options)
        if is_drawing and not self._line.text and stroke in _BOARD_KEYS:
            return self._on_board(stroke)
        if stroke is Key.ENTER:
            return self._line.finish()
        self._line.press(stroke)
        return None

    def _on_board(self, stroke: Stroke) -> str | None:
        """The line that a key stands for while nothing is typed; None if it only moves or chooses."""
        match stroke:
            case Key.TAB | Key.BACK_TAB:
                self._choose_next(1 if stroke is Key.TAB else -1)
            case Key.ESCAPE:
                self._chosen = None
            case Key.ENTER:
                return f"{self._chosen} {self._cursor} 1" if self._chosen else ""
            case " " | Key.BACKSPACE:
                return spelling(Word.TURN if stroke == " " else Word.UNDO, self.voice)
            case Key():
                self._move(*_STEPS[stroke])
            case _:
                raise AssertionError(stroke)
        return None

    def _move(self, right: int, down: int) -> None:
        self._cursor = cell_at(self._cursor.column + right, self._cursor.row + down) or self._cursor

    def _choose_next(self, step: int) -> None:
        """Choose the next thing that fits somewhere."""
        assert self._view is not None
        items = [item for item in items_of(self._view).values() if item.cells]
        if items:
            labels = [item.label for item in items]
            at = labels.index(self._chosen) + step if self._chosen in labels else min(step, 0)
            self._choose(items[at % len(items)])

    def _choose(self, item: Item) -> None:
        self._chosen = item.label
        if item.cells and not contains(item.cells, self._cursor):
            self._cursor = min(cells_of(item.cells), key=self._distance)

    def _distance(self, cell: Cell) -> int:
        return abs(cell.column - self._cursor.column) + abs(cell.row - self._cursor.row)

    # Drawing the screen.

    def _draw(self) -> None:
        columns, rows = _size()
        if columns < LEAST[0] or rows < LEAST[1]:
            text = self.voice.text(
                "terminal.too_small", columns=LEAST[0], lines=LEAST[1], own_columns=columns, own_lines=rows
            )
            lines = [text[at : at + columns] for at in range(0, len(text), columns)]
        elif self._view is None:
            lines = [text[:columns] for text, _ in self._notices]
        else:
            lines = self._frame(self._view, columns=columns, rows=rows - 1)
        self._write(lines[: rows - 1], f"{self._prompt} {self._line.text}"[: columns - 1])
        back = len(self._line.text) - self._line.at
        print(end=f"\x1b[{back}D" if back else "", flush=True)

    def _frame(self, view: View, *, columns: int, rows: int) -> list[str]:
        """The board or boards on the left, the panel on the right."""
        boards, width = self._boards(view, columns=columns, rows=rows)
        panel = Panel(self.voice, width=columns - width - _GAP)
        beside = panel.lines(view, chosen=self._chosen, notices=self._notices, height=rows)
        blank = " " * width
        return [
            f"{boards[row] if row < len(boards) else blank}{' ' * _GAP}{beside[row]}" for row in range(rows)
        ]

    def _boards(self, view: View, *, columns: int, rows: int) -> tuple[list[str], int]:
        """The lines of the boards that fit, and their width: large ones, both of them if there are two, or one."""
        numbers = list(range(len(view.position.boards)))
        own = view.ruleset.board_of(view.round_)
        one = [(own + self._is_other) % len(numbers)]
        for shown, size in (
            (numbers, BOARD_SIZE),
            (numbers, COMPACT_SIZE),
            (one, BOARD_SIZE),
            (one, COMPACT_SIZE),
        ):
            width = len(shown) * (size[0] + _GAP) - _GAP
            if width + _GAP + _LEAST_PANEL <= columns and size[1] <= rows:
                break
        draw = board_text if size is BOARD_SIZE else compact_text
        notes = self._notes(view, own)
        look = {"colour": has_colour(), "plain": is_plain()}
        drawn = [
            draw(view.position.boards[number], notes=notes[number], **look).splitlines() for number in shown
        ]
        return [(" " * _GAP).join(parts) for parts in zip(*drawn, strict=True)], width

    def _notes(self, view: View, own: int) -> list[Notes]:
        notes = notes_of(view.position, view.ruleset, sheet=view.sheet)
        item = items_of(view).get(self._chosen or "")
        if item:
            board = item.options[0].drawable.board if item.options else own
            notes = with_legal(notes, board, cells=item.cells)
            notes[board] = replace(notes[board], cursor=self._cursor)
        return notes

    def _write(self, lines: Sequence[str], prompt: str) -> None:
        """Write every line in its place, and the prompt in the last one."""
        _, rows = _size()
        body = "".join(f"{line}\x1b[K\r\n" for line in (*lines, *[""] * (rows - 1 - len(lines))))
        print(end=f"\x1b[H{body}{prompt}\x1b[J", flush=True)
