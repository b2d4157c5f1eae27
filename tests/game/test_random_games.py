"""Properties of whole random games of every ruleset."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.game.play import ALL_RULESETS, is_accepted, random_game, record_of, seats_for
from tests.oracles.scoring import TooHard, score_text
from tests.rules.lava_ring import RING
from tests.rules.play import read

from inkrail.core.board import Board, Round
from inkrail.core.cells import CELL_MASKS, CELLS, NO_CELLS, Mask, cell_at, contains
from inkrail.core.dice import SeededRng, choose
from inkrail.core.placement import Placement
from inkrail.core.sides import Side
from inkrail.game.actions import Done, TakeBack
from inkrail.game.record import Act, format_record, parse_record, replay
from inkrail.game.seat import SeatState
from inkrail.game.table import Phase, Table, open_table
from inkrail.game.view import view
from inkrail.rules.boardtext import position_of
from inkrail.rules.dealing import Seat
from inkrail.rules.position import DRAW, ERASE, Drawing, Position
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

games = st.integers(0, 10_000)
few = settings(max_examples=max(2, settings().max_examples // 25))

every_ruleset = pytest.mark.parametrize("name", ALL_RULESETS)


@every_ruleset
@few
@given(game=games)
def test_a_record_replays_to_the_same_state(name: str, game: int) -> None:
    record, table = record_of(
        name, seats=seats_for(parse_ruleset(name), game), seed=f"replay {game}".replace(" ", "-")
    )
    assert replay(record) == table
    again, same = parse_record(format_record(record))
    assert again == record
    assert same == table


@every_ruleset
@few
@given(game=games)
def test_taking_back_the_last_drawing_restores_an_equal_state(name: str, game: int) -> None:
    """B11: nothing of a drawing taken back remains."""
    for moment in random_game(name, seats=seats_for(parse_ruleset(name), game), seed=f"undo-{game}"):
        if isinstance(moment.entry, Act) and isinstance(moment.entry.action, Drawing):
            seat, cell = moment.entry.seat, moment.entry.action.placement.cell
            assert moment.after.act(seat, TakeBack(cell))[0] == moment.before
            piece = moment.entry.action.placement.piece
            assert moment.after.act(seat, TakeBack(cell, piece))[0] == moment.before


@every_ruleset
@few
@given(game=games)
def test_taking_back_any_drawing_equals_never_having_drawn_it(name: str, game: int) -> None:
    """B11: the others are as if drawn without it, the earliest legal one first, or it cannot be taken back."""
    for moment in random_game(name, seats=seats_for(parse_ruleset(name), game), seed=f"any-{game}"):
        if isinstance(moment.entry, Act) and not moment.after.seats[moment.entry.seat].done:
            check_all_take_backs(moment.after, moment.entry.seat)


@given(game=games)
def test_taking_back_what_lava_covered_equals_never_having_drawn_it(game: int) -> None:
    """B11, F6: rounds on a board on which the lava is shut in by D3, and in which D3 is drawn and covered."""
    rng = SeededRng("ring", game)
    ring = position_of(read(RING, rules="lava"))
    table = replace(open_table(parse_ruleset("lava")), seats=(SeatState(ring, ring),), round_=Round(4))
    table, _ = table.roll(table.throw(rng))
    for _ in range(5):
        legal = sorted(all_drawings(table.ruleset, table.seats[0].position), key=str)
        in_ring = [drawing for drawing in legal if str(drawing.placement.cell) == "D3"]
        table, _ = table.act(Seat(0), choose(in_ring or legal, rng=rng))
        check_all_take_backs(table, Seat(0))


def check_all_take_backs(table: Table, seat: Seat) -> None:
    """Each drawing of the round, also one that a later one covers, is taken back as B11 says, or refused."""
    state, ruleset = table.seats[seat], table.ruleset
    for index, drawing in enumerate(state.drawings):
        others = state.drawings[:index] + state.drawings[index + 1 :]
        taken = TakeBack(drawing.placement.cell, drawing.placement.piece)
        expected = drawn_earliest_first(ruleset, state.start, others)
        if expected is not None:
            assert table.act(seat, taken)[0].seats[seat].position == expected
        else:
            assert is_accepted(table, seat, taken) == can_be_drawn(ruleset, state.start, others)


def drawn_earliest_first(ruleset: Ruleset, position: Position, left: tuple[Drawing, ...]) -> Position | None:
    """B11 literally: at each step the earliest drawn that is legal now; None if that gets stuck."""
    while left:
        legal = all_drawings(ruleset, position)
        found = next(((n, again) for n, one in enumerate(left) if (again := anew(one, legal))), None)
        if found is None:
            return None
        index, again = found
        position, left = ruleset.draw(position, again), left[:index] + left[index + 1 :]
    return position


@lru_cache(maxsize=4096)
def can_be_drawn(ruleset: Ruleset, position: Position, left: tuple[Drawing, ...]) -> bool:
    """B11: whether there is any order for them."""
    legal = all_drawings(ruleset, position)
    return not left or any(
        can_be_drawn(ruleset, ruleset.draw(position, again), left[:index] + left[index + 1 :])
        for index, drawing in enumerate(left)
        if (again := anew(drawing, legal))
    )


def anew(drawing: Drawing, legal: set[Drawing]) -> Drawing | None:
    """The drawing when it is redrawn: if there is nothing to erase, it is drawn as in a free cell (B11)."""
    if drawing in legal:
        return drawing
    plainly = Drawing(DRAW, drawing.placement)
    return plainly if drawing.verb == ERASE and plainly in legal else None


def all_drawings(ruleset: Ruleset, position: Position) -> set[Drawing]:
    return {
        Drawing(drawable.verb, placement)
        for drawable in ruleset.drawables(position)
        for placement in ruleset.placements(position, drawable)
    }


@every_ruleset
@given(game=games)
@settings(max_examples=2)
def test_every_legal_drawing_is_accepted_and_every_other_refused(name: str, game: int) -> None:
    moments = list(random_game(name, seats=seats_for(parse_ruleset(name), 0), seed=f"legal-{game}"))
    drawing = [moment.after for moment in moments if moment.after.phase is Phase.DRAW]
    for table in drawing[:: max(1, len(drawing) // 4)]:
        for seat, state in enumerate(table.seats):
            if not state.done:
                check_all_drawings(table, Seat(seat))


def check_all_drawings(table: Table, seat: Seat) -> None:
    seen = view(table, seat)
    offered = {Drawing(option.verb, placement) for option in seen.options for placement in option.placements}
    ruleset = table.ruleset
    verbs = ruleset.drawing_verbs | ruleset.verbs.keys()
    for verb in verbs:
        for piece in ruleset.pieces.values():
            for tile in piece.tiles:
                for cell in CELLS:
                    action = Drawing(verb, Placement(tile, cell))
                    assert is_accepted(table, seat, action) == (action in offered), str(action)


@every_ruleset
@few
@given(game=games)
def test_the_round_ends_just_when_there_is_no_duty(name: str, game: int) -> None:
    """B9: a seat may end the round only when no mandatory die fits any more."""
    for moment in random_game(name, seats=seats_for(parse_ruleset(name), game), seed=f"done-{game}"):
        table = moment.after
        if table.phase is Phase.DRAW:
            for number, state in enumerate(table.seats):
                seen = view(table, Seat(number))
                free_to_end = not seen.duties and not state.done and not seen.choices
                assert is_accepted(table, Seat(number), Done()) == free_to_end
                if seen.must_draw:
                    assert "round.dice_left" in seen.duties


@every_ruleset
@few
@given(game=games)
def test_others_see_only_what_was_shown_at_the_end_of_the_last_round(name: str, game: int) -> None:
    ruleset = parse_ruleset(name)
    shown: dict[int, Position] = {}
    for moment in random_game(name, seats=max(2, seats_for(ruleset, game)), seed=f"secret-{game}"):
        table = moment.after
        if table.phase in {Phase.ROLL, Phase.OVER}:
            shown = {number: state.position for number, state in enumerate(table.seats)}
        for number in range(len(table.seats)):
            for other in view(table, Seat(number)).others:
                assert other.position == shown.get(other.seat, ruleset.set_up())


@every_ruleset
@few
@given(game=games)
def test_final_scores_equal_the_naive_oracle(name: str, game: int) -> None:
    _, table = record_of(name, seats=seats_for(parse_ruleset(name), game), seed=f"score-{game}")
    for state, sheet in zip(table.seats, table.sheets(), strict=True):
        text = board_text(table.ruleset, state.shown)
        try:
            expected = score_text(text, rules=name)
        except TooHard:
            continue
        assert table.ruleset.report(sheet) == expected


def board_text(ruleset: Ruleset, position: Position) -> str:
    """The boards as copied from paper, with marks."""
    marks = {mark for module in ruleset.modules for mark in module.marks}
    lines = []
    for board in position.boards:
        if len(position.boards) > 1:
            lines.append(f"{board.layout.name}:")
        for cell, tile in zip(CELLS, board.tiles, strict=True):
            if tile:
                borne = [name for name, cells in board.marks if name in marks and contains(cells, cell)]
                lines.append(" ".join((tile.piece.name, str(cell), tile.text, *borne)))
    return "\n".join(lines)


@every_ruleset
@few
@given(game=games)
def test_mirrored_boards_score_the_same(name: str, game: int) -> None:
    """The exits are symmetric (B1), and scoring does not depend on direction."""
    _, table = record_of(name, seats=seats_for(parse_ruleset(name), game), seed=f"mirror-{game}")
    ruleset = table.ruleset
    for state in table.seats:
        expected = ruleset.report(ruleset.score(state.shown))
        for axis in (Side.E, Side.S):
            assert ruleset.report(ruleset.score(mirrored(state.shown, axis))) == expected


def mirrored(position: Position, axis: Side) -> Position:
    boards = []
    for board in position.boards:
        other = Board(board.layout)
        marks: dict[str, Mask] = {}
        for cell, tile in zip(CELLS, board.tiles, strict=True):
            column = 6 - cell.column if axis is Side.E else cell.column
            target = cell_at(column, cell.row if axis is Side.E else 6 - cell.row)
            assert target is not None
            if tile:
                north, east, south, west = tuple(tile.text)
                text = north + west + south + east if axis is Side.E else south + east + north + west
                other = other.draw(tile.piece.tile(text), target)
            for name, cells in board.marks:
                if contains(cells, cell):
                    marks[name] = marks.get(name, NO_CELLS) | CELL_MASKS[target]
        for name, cells in marks.items():
            other = other.mark(name, cells)
        boards.append(other)
    return position._replace(boards=tuple(boards))
