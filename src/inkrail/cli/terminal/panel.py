"""What stands beside the board: the round, the dice, what else may be drawn, the score and the last messages."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from inkrail.cli.pictures import has_colour, is_plain
from inkrail.cli.terminal.items import Item, items_of
from inkrail.core.errors import Refusal
from inkrail.core.pieces import Tile
from inkrail.game.table import Phase
from inkrail.game.view import View
from inkrail.i18n import Catalogue
from inkrail.i18n.names import face_name
from inkrail.render.text import STRIP_WIDTH, strip_text
from inkrail.rules.position import Choice

_BOLD, _RED, _DIM, _PLAIN = "\x1b[1m", "\x1b[31m", "\x1b[2m", "\x1b[0m"

Lines = list[str]


class Panel:
    """Composes the lines of the panel; each fits its width, not counting colours."""

    def __init__(self, voice: Catalogue, *, width: int) -> None:
        self.voice = voice
        self.width = width

    def lines(
        self, view: View, *, chosen: str | None, notices: Sequence[tuple[str, bool]], height: int
    ) -> Lines:
        """All lines: what is most needed comes first, and messages keep their place at the bottom."""
        told = [line for text, is_warning in notices for line in self._notice(text, is_warning=is_warning)]
        told = told[-(height // 2) :]
        above = [
            self._title(view),
            *self._faces(view),
            *self._middle(view, chosen=chosen),
            "",
            *self._score(view),
        ]
        room = height - len(told) - 2
        cut = above[:room] if len(above) <= room else [*above[: room - 1], "…"]
        return [*cut, *[""] * (room - len(cut)), *told, "", self._dim(self.voice["terminal.keys"])]

    def _title(self, view: View) -> str:
        text = self.voice.text(
            "terminal.turn",
            seat=view.seat + 1,
            round=view.round_,
            rounds=view.ruleset.rounds,
            n=view.sheet.total,
        )
        return self._styled(text.strip(), _BOLD)

    def _faces(self, view: View) -> Iterator[str]:
        """The faces that are not pieces, such as a meteor's direction."""
        faces = [
            face_name(self.voice, face) for face in view.position.rolled if face not in view.ruleset.pieces
        ]
        if faces:
            yield from self._wrapped(self.voice.text("terminal.faces", faces=", ".join(faces)))

    def _middle(self, view: View, *, chosen: str | None) -> Lines:
        if view.picks:
            return self._offers(view)
        if view.choices:
            return [
                line
                for number, choice in enumerate(view.choices, start=1)
                for line in self._wrapped(f"{number}  {self._choice(view, choice)}")
            ]
        return self._items(view, chosen=chosen)

    def _offers(self, view: View) -> Lines:
        dealer, lines = view.ruleset.dealer, Lines()
        names = {
            "draft.common": dealer.common(view.deal),
            "terminal.hand": dealer.taken(view.deal, view.seat),
        }
        for key, faces in names.items():
            if faces:
                lines += self._wrapped(self.voice.text(key, pieces=" + ".join(map(self._name, faces))))
        offers = dict(enumerate(dealer.offers(view.deal), start=1))
        dice = [(str(number), face) for number in view.picks for face in offers[number]]
        lines += self._strip([self._tile(view, face) for _, face in dice], [label for label, _ in dice])
        for number in view.picks:
            lines += self._wrapped(f"{number}  " + " + ".join(map(self._name, offers[number])))
        return lines

    def _choice(self, view: View, choice: Choice) -> str:
        text = self.voice.text(f"step.{choice.verb}", argument=self._name(choice.argument))
        path = view.ruleset.path(view.position, choice)
        return f"{text} → {path[-1]}" if path else text

    def _items(self, view: View, *, chosen: str | None) -> Lines:
        """The dice left with pictures, what else may be drawn, and what must be done before the round ends."""
        items = items_of(view)
        dice = [item for item in items.values() if not item.extra]
        lines = self._strip(
            [item.piece.tile(item.piece.sides) for item in dice], [item.label for item in dice]
        )
        lines += [self._item(item, view, chosen=chosen) for item in dice]
        if not dice and view.phase is Phase.DRAW:
            lines += self._wrapped(self.voice["terminal.no_dice"])
        extras = [item for item in items.values() if item.extra and item.cells]
        if extras:
            labels = " ".join(f"[{item.label}]" if item.label == chosen else item.label for item in extras)
            lines += self._wrapped(self.voice.text("terminal.also", labels=labels))
        if chosen in items and items[chosen].extra:
            lines.append(self._item(items[chosen], view, chosen=chosen))
        if view.phase is Phase.DRAW and not view.must_draw:
            for code in view.duties:
                lines += self._wrapped(self.voice.refusal(Refusal(code)))
        return lines

    def _item(self, item: Item, view: View, *, chosen: str | None) -> str:
        """A thing to draw: how many cells it fits in, and whether it must be drawn; its name is cut if need be."""
        about = self.voice.text("terminal.fits", n=item.cells.bit_count())
        if not item.cells:
            about = self.voice["terminal.fits_nowhere"]
        elif not item.extra and item.piece in view.must_draw:
            about = f"{about}, {self.voice['terminal.must_short']}"
        mark = ">" if item.label == chosen else " "
        name = f"{mark}{item.label} {self._name(item.piece.name)}"
        text = f"{name[: self.width - len(about) - 2]}: {about}"
        return self._styled(text, _BOLD if item.label == chosen else "")

    def _score(self, view: View) -> Lines:
        """The lines of the score that count, each at its right edge, and the total."""
        lines = [
            (self.voice[f"score.{line.name}"], line.points) for line in view.sheet.all_lines if line.points
        ]
        lines.append((self.voice["cli.score.total"], view.sheet.total))
        edge = min(self.width, 36) - 5
        rows = [f"{name[:edge]:<{edge}}{points:>5}" for name, points in lines]
        return [*rows[:-1], self._styled(rows[-1], _BOLD)]

    # Pieces of lines.

    def _name(self, face: str) -> str:
        return face_name(self.voice, face)

    def _tile(self, view: View, face: str) -> Tile:
        piece = view.ruleset.pieces[face]
        return piece.tile(piece.sides)

    def _strip(self, tiles: Sequence[Tile], captions: Sequence[str]) -> Lines:
        fitting, lines = self.width // STRIP_WIDTH, Lines()
        for start in range(0, len(tiles), fitting):
            row = slice(start, start + fitting)
            text = strip_text(tiles[row], captions=captions[row], colour=has_colour(), plain=is_plain())
            lines += text.splitlines()
        return lines

    def _notice(self, text: str, *, is_warning: bool) -> Lines:
        return [self._styled(line, _RED if is_warning else "") for line in self._wrapped(text)]

    def _wrapped(self, text: str) -> Lines:
        return [line for part in text.splitlines() for line in textwrap.wrap(part, self.width) or [""]]

    def _dim(self, text: str) -> str:
        return self._styled(text, _DIM)

    def _styled(self, text: str, style: str) -> str:
        cut = text if len(text) <= self.width else text[: self.width - 1] + "…"
        return f"{style}{cut}{_PLAIN}" if style and has_colour() else cut
