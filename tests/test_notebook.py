"""What values look like in notebooks and at the prompt."""

from __future__ import annotations

import inspect
import pickle
import re
import subprocess
import sys
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import inkrail
from inkrail import notebook
from inkrail.core.dice import SeededRng
from inkrail.core.errors import Refusal, TextRefusal
from inkrail.study.review import Review, RoundReview

INTERNAL = {"Layer", "RuleModule"}
"""Types of attributes that are not meant for users of the library."""


@pytest.fixture
def game() -> inkrail.FinishedGame:
    return inkrail.play("random", "greedy", rules="underground", seed="<seed>")


def well_formed(html: str) -> ET.Element:
    return ET.fromstring(f"<div>{html}</div>")  # noqa: S314 - our own


def review() -> Review:
    rounds = tuple(
        RoundReview(number, 40.5, 1.25, 50.0, -2.0, 2.0, "good", ("done",), 4.0) for number in range(1, 8)
    )
    return Review(
        1, "base", 46, 60.0, 8.75, -14.0, 70.0, 60.0, sampled=False, engine="e", rounds=rounds, moments=()
    )


def test_a_table_a_record_and_a_game_show_the_boards_of_every_seat(game: inkrail.FinishedGame) -> None:
    shown = game._repr_html_()
    assert shown == game.table._repr_html_() == game.record._repr_html_()
    assert shown.count("<figure") == shown.count("<svg") == 2
    words = "".join(well_formed(shown).itertext())
    assert f"Seat 1, {game.totals[0]} point" in words
    assert "round 14 of 14" in words


def test_a_table_shows_what_was_drawn_in_the_running_round() -> None:
    table = inkrail.open_table(inkrail.parse_ruleset("base"))
    table, _ = table.roll(table.throw(SeededRng("x")))
    option = inkrail.view(table, inkrail.Seat(0)).options[0]
    table, _ = table.act(inkrail.Seat(0), inkrail.Drawing(option.verb, option.placements[0]))
    assert f'data-cell="{option.placements[0].cell}"' in table._repr_html_()


def test_a_single_board_shows_itself(game: inkrail.FinishedGame) -> None:
    for board in game.table.seats[0].position.boards:
        assert ET.fromstring(board._repr_svg_()).get("width") == "360"  # noqa: S314


def test_a_score_sheet_shows_every_line_and_the_total(game: inkrail.FinishedGame) -> None:
    sheet = game.sheets[1]
    rows = well_formed(sheet._repr_html_()).findall(".//tbody/tr")
    assert len(rows) == len(sheet.all_lines) + 1
    assert [*rows[-1].itertext()][-1] == str(sheet.total)


def test_a_review_shows_a_row_for_each_round() -> None:
    rows = well_formed(review()._repr_html_()).findall(".//tbody/tr")
    assert [row[0].text for row in rows] == list("1234567")


def test_html_is_escaped() -> None:
    assert "<b>" not in notebook.table_html(["<b>"], [("<b>", 1)])


def test_what_has_no_picture_is_refused() -> None:
    for show in (notebook.svg_of, notebook.html_of):
        with pytest.raises(TypeError, match="int"):
            show(7)


def test_texts_are_in_the_language_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INKRAIL_LANG", "de")
    refusal = TextRefusal("placement.occupied", line=3, cell="D4", piece="overpass")
    assert str(refusal).startswith("placement.occupied, Zeile 3: ")
    assert "Summe" in inkrail.Board().score()._repr_html_()


def test_a_refusal_prints_as_its_sentence_and_its_repr_reads_back() -> None:
    refusal = TextRefusal("piece.unknown", line=3, piece="motorway")
    assert str(refusal).startswith('piece.unknown, line 3: There is no piece "motorway".')
    again = eval(repr(refusal), {"TextRefusal": TextRefusal})  # noqa: S307
    assert (again.code, again.line, again.params) == (refusal.code, 3, refusal.params)
    assert repr(Refusal("phase.roll")) == "Refusal('phase.roll')"
    assert str(Refusal("made.up", cell="D4")) == "made.up (cell=D4)"
    assert str(Refusal("made.up")) == "made.up"


def test_refusals_travel_between_processes() -> None:
    for refusal in (Refusal("phase.roll", a=1), TextRefusal("phase.roll", line=7, a=1)):
        again = pickle.loads(pickle.dumps(refusal))  # noqa: S301
        assert repr(again) == repr(refusal)


def values(game: inkrail.FinishedGame) -> Iterator[object]:
    table = inkrail.open_table(inkrail.parse_ruleset("meteor+draft"), seats=2)
    table, _ = table.roll(table.throw(SeededRng("x")))
    seen = inkrail.view(table, inkrail.Seat(0))
    simulation = inkrail.simulate("random", games=2)
    yield from (
        game,
        game.table,
        game.record,
        game.sheets[0],
        *game.table.seats,
        game.table.seats[0].position,
    )
    yield from (table, seen, *seen.others, *seen.options, simulation, review())
    yield inkrail.compare("random", "random", games=2)
    yield from inkrail.view(inkrail.open_table(inkrail.parse_ruleset("base")), inkrail.Seat(0)).options


def test_reprs_are_short(game: inkrail.FinishedGame) -> None:
    long = {type(value).__name__: repr(value) for value in values(game) if len(repr(value)) > 200}
    assert long == {}


def test_values_of_moves_and_rulesets_read_back() -> None:
    names = {name: getattr(inkrail, name) for name in inkrail.__all__}
    for text in ("base", "river+draft"):
        ruleset = inkrail.parse_ruleset(text, values=inkrail.Values.MANUAL)
        assert eval(repr(ruleset), names) == ruleset  # noqa: S307
    placement = inkrail.parse_placement("overpass C3 HRHR")
    for value in (
        placement,
        placement.cell,
        placement.tile,
        placement.piece,
        inkrail.Drawing("draw", placement),
        inkrail.TakeBack(placement.cell),
        inkrail.Choice("direction", "up"),
        inkrail.Pick(2),
        inkrail.Done(),
    ):
        assert eval(repr(value), names) == value  # noqa: S307


def inner_types(hint: Any) -> Iterator[Any]:
    if typing.get_args(hint):
        for part in (typing.get_origin(hint), *typing.get_args(hint)):
            yield from inner_types(part)
    elif isinstance(hint, list | tuple):
        for part in hint:
            yield from inner_types(part)
    else:
        yield hint


def parts_of(public: Any) -> Iterator[Any]:
    """A function, or a class with its public methods and properties."""
    yield public
    for name, part in vars(public).items() if inspect.isclass(public) else ():
        function = (
            getattr(part, "fget", None) or getattr(part, "func", None) or getattr(part, "__func__", part)
        )
        if inspect.isfunction(function) and (not name.startswith("_") or name == "__init__"):
            yield function


def test_every_type_that_the_library_takes_and_returns_is_offered() -> None:
    missing = {
        hint.__name__
        for name in inkrail.__all__
        for part in parts_of(getattr(inkrail, name))
        if inspect.isclass(part) or inspect.isfunction(part)
        for annotation in typing.get_type_hints(part).values()
        for hint in inner_types(annotation)
        if getattr(hint, "__module__", "").startswith("inkrail") and hint.__name__ not in inkrail.__all__
    }
    assert missing - INTERNAL == set()


@dataclass
class Notebook:
    """A Python without a main file, as in a notebook."""

    code: str

    def told(self) -> str:
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-c", self.code], capture_output=True, text=True, check=False, timeout=300
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


def test_a_bot_of_a_notebook_is_refused_for_several_processes() -> None:
    code = """
import inkrail
from inkrail.bots.random_bot import RandomBot
class Mine(RandomBot): pass
print(len(inkrail.simulate(Mine, games=2).scores))
for bot in (Mine, lambda: Mine()):
    try:
        inkrail.simulate(bot, games=2, processes=2)
    except inkrail.Refusal as refusal:
        print(refusal.code, refusal)
print(len(inkrail.simulate(RandomBot, games=2, processes=2).scores))
"""
    lines = Notebook(code).told().splitlines()
    assert lines[0] == lines[-1] == "2"
    assert [line.split()[0] for line in lines[1:-1]] == ["bot.not_shared"] * 2
    assert "Put it into a module" in lines[1]


@pytest.mark.parametrize("games", [0, -3])
def test_a_simulation_of_no_games_is_refused(games: int) -> None:
    for run in (inkrail.simulate, lambda *_, **rest: inkrail.compare("random", "random", **rest)):
        with pytest.raises(
            Refusal, match=re.escape(f'games must be a whole number from 1 to 999999, not "{games}"')
        ):
            run("random", games=games)
