"""Prints what the player sees."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.text import Text

from inkrail.cli.house_rules import draft_rules, house_rules, seat_name
from inkrail.cli.pictures import has_colour, is_plain, notes_of, picture, with_legal
from inkrail.cli.streams import flush_output
from inkrail.cli.tables import console, print_sheet
from inkrail.cli.terminal.items import Item, extras_of, items_of
from inkrail.cli.terminal.words import Word, spelling
from inkrail.core.cells import NO_CELLS, Cell, mask_of
from inkrail.core.errors import Refusal
from inkrail.core.pieces import Piece, Tile
from inkrail.core.score import ScoreSheet
from inkrail.game.table import Phase, Table
from inkrail.game.view import View
from inkrail.i18n import Catalogue
from inkrail.i18n.names import face_name
from inkrail.render.text import Notes, row_text
from inkrail.rules.position import DRAW, Choice, Drawing, Extra

_DIE_WIDTH = 10


def read_line(prompt: str) -> str | None:
    """Read a line from the keyboard or a pipe; None at the end of the input."""
    print(prompt, end=" ")
    flush_output()
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        print(line.rstrip("\n"))
    return line or None


class Screen:
    """Prints a seat's view in the player's language."""

    def __init__(self, voice: Catalogue) -> None:
        self.voice = voice

    @contextmanager
    def running(self) -> Iterator[None]:
        """What the game needs around it: nothing where lines are printed one after the other."""
        yield

    def read_line(self, prompt: str) -> str | None:
        """Read a line from the keyboard or a pipe; None at the end of the input."""
        return read_line(prompt)

    @property
    def width(self) -> int:
        """How many characters fit in a line."""
        return shutil.get_terminal_size().columns

    def say(self, key: str, **params: object) -> None:
        """Print a line of text."""
        print(self.voice.text(key, **params))

    def headline(self, key: str, **params: object) -> None:
        """Print a line of text that stands out."""
        self._title(key, **params)

    def _title(self, key: str, **params: object) -> None:
        console().print(Text(self.voice.text(key, **params), style="bold reverse"))

    def warn(self, sentence: str) -> None:
        """Print why something was refused."""
        console().print(Text(sentence, style="red"))

    def hide(self) -> None:
        """Nothing to hide before the next seat is ready: lines stay where they are."""

    def clear(self) -> None:
        """Hide what another seat drew, where the output is a terminal."""
        if sys.stdout.isatty():
            console().clear()

    # The boards.

    def boards(self, view: View, *, notes: Sequence[Notes] = (), whole: bool = False) -> None:
        """Print the board being drawn on, and the others if they fit beside it or `whole` is set."""
        own = list(notes) or notes_of(view.position, view.ruleset, sheet=view.sheet)
        both = picture(view.position, notes=own)
        if len(view.position.boards) == 1 or _columns(both) <= self.width:
            print(both)
        elif whole:
            print(picture(view.position, notes=own, beside=False))
        else:
            print(picture(view.position, notes=own, only=view.ruleset.board_of(view.round_)))

    def others(self, view: View) -> None:
        """Print the other seats' boards as they were at the end of the last round."""
        if not view.others:
            self.say("terminal.no_others")
        for other in view.others:
            sheet = view.ruleset.score(other.position)
            self._title("terminal.other", seat=other.seat + 1, n=sheet.total)
            notes = notes_of(other.position, view.ruleset, sheet=sheet)
            print(
                picture(other.position, notes=notes, beside=_columns_fit(other.position.boards, self.width))
            )

    # Dice and what else may be drawn.

    def drawing(self, view: View, *, whole: bool = False) -> None:
        """Print the board, the dice left and what else may be drawn."""
        self.boards(view, whole=whole)
        self.dice(view)
        self.extras(view)
        self.duties(view)

    def dice(self, view: View) -> None:
        """Print the dice left, each with its number."""
        dice = [item for item in items_of(view).values() if not item.extra]
        if not dice:
            if view.phase is Phase.DRAW and not view.choices:
                self.say("terminal.no_dice")
            return
        self._row([item.piece for item in dice], [item.label for item in dice])
        for item in dice:
            print(f"  {item.label}  {self._about(item, view)}")

    def _about(self, item: Item, view: View) -> str:
        name = f"{self.voice[f'piece.{item.piece.name}']} ({item.piece.name})"
        fits = self.voice.text("terminal.fits", n=item.cells.bit_count())
        if not item.cells:
            return f"{name}: {self.voice['terminal.fits_nowhere']}"
        duty = "terminal.must" if not item.extra and item.piece in view.must_draw else "terminal.may"
        return f"{name}: {fits}, {self.voice[duty]}"

    def extras(self, view: View) -> None:
        """Print the labels of what may be drawn besides the dice."""
        labels = [item.label for item in items_of(view).values() if item.extra and item.cells]
        if labels:
            more = spelling(Word.MORE, self.voice)
            self.say("terminal.extras", labels=" ".join(labels), more=more)

    def duties(self, view: View) -> None:
        """Print what else must be done before the round can end, once no die has to be drawn."""
        if view.phase is Phase.DRAW and not view.must_draw and not view.choices:
            for code in view.duties:
                print(self.voice.refusal(Refusal(code)))

    def more(self, view: View) -> None:
        """Print what may be drawn besides the dice, with pictures, what is used up, and how much is left."""
        extras = [item for item in items_of(view).values() if item.extra]
        self._row([item.piece for item in extras], [item.label for item in extras])
        for item in extras:
            print(f"  {item.label}  {self._verb(item)}{self._about(item, view)}")
        for label, (extra, piece) in extras_of(view).items():
            if piece.name in extra.used:
                self.say("terminal.crossed_off", label=label, piece=self._name(piece.name))
        for extra in view.ruleset.extras(view.position):
            if extra.per == "game":
                print("  " + self._left(extra))

    def _left(self, extra: Extra) -> str:
        """How much is left of an extra in this game."""
        key = f"left.{extra.name}"
        return self.voice.text(key, n=extra.left) if key in self.voice else f"{extra.name}: {extra.left}"

    def _verb(self, item: Item) -> str:
        """The verb of an item, where neither its role nor its name implies it."""
        verb = item.options[0].verb if item.options else DRAW
        name = self.voice.get(f"verb.{verb}", verb)
        return "" if verb == DRAW or name == self._name(item.piece.name) else f"{name}: "

    def _row(self, pieces: Sequence[Piece], labels: Sequence[str]) -> None:
        self._tiles([piece.tile(piece.sides) for piece in pieces], labels)

    def _tiles(self, tiles: Sequence[Tile], captions: Sequence[str]) -> None:
        """Print tiles in rows, as many in each as fit."""
        fitting = max(1, self.width // _DIE_WIDTH)
        for start in range(0, len(tiles), fitting):
            row = slice(start, start + fitting)
            print(row_text(tiles[row], captions=captions[row], colour=has_colour(), plain=is_plain()))

    # Where something may go.

    def placements(self, view: View, item: Item) -> None:
        """Print the board with an item's legal cells marked, and its placements with numbers."""
        drawings = item.drawings
        notes = notes_of(view.position, view.ruleset, sheet=view.sheet)
        number = item.options[0].drawable.board if item.options else 0
        self.boards(view, notes=with_legal(notes, number, cells=item.cells))
        if not drawings:
            self.say("terminal.fits_nowhere")
            return
        lines: dict[Cell, list[str]] = {}
        for count, drawing in enumerate(drawings, start=1):
            lines.setdefault(drawing.placement.cell, []).append(f"{count}: {drawing.placement.tile.text}")
        for cell, texts in lines.items():
            print(f"  {cell}   {'   '.join(texts)}")
        self.say("terminal.how_to_place", label=item.label, cell=drawings[0].placement.cell)

    def orientations(self, drawings: Sequence[Drawing]) -> None:
        """Print the orientations to choose from in one cell."""
        tiles = [drawing.placement.tile for drawing in drawings]
        self._tiles(tiles, [f"{number}: {tile.text}" for number, tile in enumerate(tiles, start=1)])

    # Steps before drawing.

    def offers(self, view: View) -> None:
        """Print the seat's board, the common dice, the dice it took, and those on offer with their numbers (D4)."""
        self.boards(view)
        dealer = view.ruleset.dealer
        self.say("draft.starter", player=seat_name(view.deal.starter, self.voice))
        for key, faces in (
            ("draft.common", dealer.common(view.deal)),
            ("terminal.hand", dealer.taken(view.deal, view.seat)),
        ):
            if faces:
                self.say(key, pieces=" + ".join(map(self._name, faces)))
        offers = dict(enumerate(dealer.offers(view.deal), start=1))
        dice = [(number, view.ruleset.pieces[face]) for number in view.picks for face in offers[number]]
        self._row([piece for _, piece in dice], [str(number) for number, _ in dice])
        for number in view.picks:
            print(f"{number:>3}  " + " + ".join(map(self._name, offers[number])))

    def how_to_pick(self, view: View) -> None:
        """Print what to type to pick dice."""
        self.say("terminal.how_to_pick", numbers=", ".join(map(str, view.picks)))

    def _name(self, face: str) -> str:
        """The name of a die's face."""
        return face_name(self.voice, face)

    def starter(self, view: View) -> None:
        """Print who picks first in the next draft (D6)."""
        if view.next_starter is not None:
            self.say("draft.next", player=seat_name(view.next_starter, self.voice))

    def faces(self, view: View) -> None:
        """Print the faces that are not pieces, such as a meteor's direction."""
        faces = [face for face in view.position.rolled if face not in view.ruleset.pieces]
        if faces:
            self.say("terminal.faces", faces=", ".join(map(self._name, faces)))

    def choices(self, view: View) -> None:
        """Print the choices before drawing, and where each leads."""
        self.boards(view)
        for number, choice in enumerate(view.choices, start=1):
            print(f"{number:>3}  {self._choice(view, choice)}")

    def _choice(self, view: View, choice: Choice) -> str:
        text = self.voice.text(f"step.{choice.verb}", argument=self._name(choice.argument))
        path = view.ruleset.path(view.position, choice)
        return f"{text} → {path[-1]}" if path else text

    # Points.

    def changes(self, before: ScoreSheet, after: ScoreSheet) -> None:
        """Print the total and each score line that changed."""
        console().print(Text(self.changed(before, after), style="bold"))

    def changed(self, before: ScoreSheet, after: ScoreSheet) -> str:
        """The total and each score line that changed."""
        names = dict.fromkeys(line.name for line in (*before.all_lines, *after.all_lines))
        changed = [
            f"{self.voice[f'score.{name}']} {after.points(name)} ({after.points(name) - before.points(name):+})"
            for name in names
            if after.points(name) != before.points(name)
        ]
        details = f": {', '.join(changed)}" if changed else ""
        total = self.voice.text("terminal.total", n=after.total)
        return f"{total} ({after.total - before.total:+}){details}"

    def score(self, view: View, line: int | None = None) -> None:
        """Print the score sheet, or the board with one of its lines highlighted."""
        lines = view.sheet.all_lines
        if line is None or not 1 <= line <= len(lines):
            print_sheet(view.sheet, title=self.voice.text("cli.seat", seat=view.seat + 1), voice=self.voice)
            self.say("terminal.score_lines", count=len(lines))
            return
        chosen = lines[line - 1]
        notes = [
            Notes(highlight=mask_of(chosen.cells) if number == chosen.board else NO_CELLS)
            for number, _ in enumerate(view.position.boards)
        ]
        self.boards(view, notes=notes, whole=True)
        print(f"{self.voice[f'score.{chosen.name}']}: {chosen.points}")

    def rules(self, table: Table) -> None:
        """Print the table's scoring choices, and the star of a draft."""
        for line in (house_rules(table.ruleset, self.voice), *draft_rules(table, self.voice)):
            print(line)

    def help(self, table: Table) -> None:
        """Print what may be typed, and the table's rules."""
        print(self.voice["terminal.help"])
        for word in Word:
            spellings = ", ".join(self.voice[word.value].split())
            print(f"  {spellings:<18} {self.voice[f'terminal.about.{word.name.lower()}']}")
        self.rules(table)
        if table.star is not None:
            self.say("draft.next_why")


def _columns(text: str) -> int:
    """The width of a drawing, not counting colour codes."""
    return max((len(Text.from_ansi(line).plain) for line in text.splitlines()), default=0)


def _columns_fit(boards: Sequence[object], width: int) -> bool:
    return len(boards) == 1 or width >= 60 * len(boards)
