"""The pictures of the page's Learn pages and games: each shows what the engine allows, and what its caption says."""

import io
import json
import tomllib
from collections.abc import Iterator
from itertools import chain, groupby
from pathlib import Path
from typing import Any

import pytest

import inkrail
from inkrail.core.board import Round
from inkrail.core.cells import contains, parse_cell
from inkrail.core.dice import Die
from inkrail.core.longest import Longest
from inkrail.core.pieces import Role
from inkrail.core.placement import Placement
from inkrail.i18n import LANGUAGES
from inkrail.rules.boardtext import BoardText, check, find_piece, position_of, read_boards
from inkrail.rules.dealing import Deal
from inkrail.rules.expansions.draft import DraftDealer
from inkrail.rules.expansions.meteor import DIRECTIONS, flight
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

WEB = Path(__file__).parents[1] / "web" / "src"
LESSONS = json.loads((WEB / "learn" / "lessons.json").read_text())
SCENES = json.loads((WEB / "home" / "scenes.json").read_text())
EXAMPLE = json.loads((WEB / "home" / "example.json").read_text())

Figure = dict[str, Any]
FIGURES: dict[str, tuple[str, Figure]] = {
    figure["caption"]: (lesson.get("rules", "base"), figure)
    for lesson in LESSONS
    for figure in lesson["figures"]
}
BOARDS = {caption: (rules, figure) for caption, (rules, figure) in FIGURES.items() if "tiles" in figure}

each_board = pytest.mark.parametrize(("rules", "figure"), BOARDS.values(), ids=BOARDS)


def read(rules: str, figure: Figure, *, longest: Longest | None = None) -> BoardText:
    """The board of a figure; if a ruleset has two, the figure names one."""
    ruleset = parse_ruleset(rules, longest=longest)
    section = [f"{figure['board']}:"] if "board" in figure else []
    text = "\n".join((*section, *(" ".join(line.split()[:3]) for line in figure["tiles"])))
    return next(read_boards(io.BytesIO(text.encode()), ruleset=lambda _: ruleset))


@each_board
def test_every_board_in_a_picture_can_be_drawn(rules: str, figure: Figure) -> None:
    assert check(read(rules, figure)) is None


@each_board
def test_every_board_in_a_picture_shows_the_hubs_that_the_engine_makes(rules: str, figure: Figure) -> None:
    text = read(rules, figure)
    boards = position_of(text).boards
    hubs = {
        str(line.placement.cell)
        for line in text.lines
        if contains(boards[text.ruleset.board_for(line.placement.piece)].marked("hub"), line.placement.cell)
    }
    assert {line.split()[1] for line in figure["tiles"] if line.endswith(" hub")} == hubs


@each_board
def test_every_board_in_a_picture_scores_what_is_said_of_it(rules: str, figure: Figure) -> None:
    text = read(rules, figure)
    sheet = text.ruleset.score(position_of(text))
    report = text.ruleset.report(sheet)
    assert {name: report[name] for name in figure.get("report", {})} == figure.get("report", {})
    if "errors" in figure:
        (line,) = (line for line in sheet.all_lines if line.name == "errors")
        assert {f"{cell}{side.name}" for cell, side in line.sides} == set(figure["errors"])


def test_s3_the_picture_of_the_longest_route_tells_the_readings_apart() -> None:
    rules, figure = FIGURES["scoring.fig_longest"]
    lengths = {}
    for reading in Longest:
        text = read(rules, figure, longest=reading)
        lengths[reading.value] = text.ruleset.score(position_of(text)).value("highway")
    assert lengths == figure["longest"]
    assert len(set(lengths.values())) == 2


def test_m3_the_picture_of_the_meteor_shows_its_flight() -> None:
    rules, figure = FIGURES["meteor.fig_flight"]
    way = figure["flight"]
    board = position_of(read(rules, figure)).boards[0]
    path = flight(
        board, parse_cell(way["from"]), direction=DIRECTIONS[way["direction"]], distance=way["distance"]
    )
    assert [str(cell) for cell in path] == way["path"]


def test_d2_the_picture_of_the_draft_shows_pairs_that_the_pool_can_roll() -> None:
    _, figure = FIGURES["draft.fig"]
    dice = parse_ruleset("base+draft").dice(Round(1))
    dealt = DraftDealer().deal(Deal(figure["seats"]), dice, faces=tuple(chain(*figure["groups"])))
    assert [list(pair) for pair in DraftDealer().offers(dealt)] == figure["groups"]


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson["name"] for lesson in LESSONS])
def test_every_page_of_a_ruleset_shows_its_dice_and_says_its_reading(lesson: dict[str, Any]) -> None:
    if "rules" in lesson:
        ruleset = parse_ruleset(lesson["rules"])
        own = [die for module in ruleset.modules[-1:] for die in module.dice]
        assert lesson["faces"] == list(dict.fromkeys(chain(*(die.faces for die in own))))
        assert lesson["reading"] == ruleset.longest.value


def test_b10_the_six_special_routes_are_shown_one_by_one() -> None:
    _, figure = FIGURES["base.fig_specials"]
    specials = [piece.name for piece in parse_ruleset("base").specials]
    assert sorted(figure["groups"]) == sorted([name] for name in specials)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_has_its_paragraphs_and_captions_in_every_language(language: str) -> None:
    path = Path(inkrail.__file__).parent / "i18n" / "page" / f"learn.{language}.toml"
    texts = tomllib.loads(path.read_text())["learn"]
    for lesson in LESSONS:
        keys = [key for key in texts[lesson["name"]] if key != "name"]
        captions = [figure["caption"].split(".")[1] for figure in lesson["figures"]]
        assert sorted(keys) == sorted([*map(str, range(1, lesson["paragraphs"] + 1)), *captions])


def rounds() -> Iterator[tuple[int, list[list[str]]]]:
    """The rounds of the example's board, each with its lines."""
    lines = [line.split() for line in EXAMPLE]
    for number, own in groupby(lines, key=lambda words: int(words[3])):
        yield number, list(own)


def test_b3_b10_the_example_is_drawn_in_rounds_that_dice_can_roll() -> None:
    ruleset = parse_ruleset("base")
    assert [number for number, _ in rounds()] == [1, 2, 3, 4, 5, 6, 7]
    for number, lines in rounds():
        pieces = [find_piece(words[0], ruleset) for words in lines]
        specials = [piece for piece in pieces if piece.role is Role.SPECIAL]
        routes = [piece.name for piece in pieces if piece.role is not Role.SPECIAL]
        assert len(specials) <= 1
        assert can_roll(ruleset.dice(Round(number)), routes)


def can_roll(dice: tuple[Die, ...], faces: list[str]) -> bool:
    """Whether these dice can show these faces, each die one of them."""
    if not faces:
        return not dice
    return any(
        faces[0] in die.faces and can_roll(dice[:index] + dice[index + 1 :], faces[1:])
        for index, die in enumerate(dice)
    )


def test_s7_the_example_is_drawn_in_order_and_shows_its_errors() -> None:
    (scoring,) = (lesson for lesson in LESSONS if lesson.get("example"))
    example = {"tiles": EXAMPLE, "errors": scoring["errors"], "report": {"total": 46, "networks": [6, 4]}}
    assert check(read("base", example)) is None
    test_every_board_in_a_picture_scores_what_is_said_of_it("base", example)


@pytest.mark.parametrize(
    ("name", "lines"),
    [*SCENES["rulesets"].items(), *SCENES["lessons"].items()],
    ids=[*SCENES["rulesets"], *SCENES["lessons"]],
)
def test_b8_no_small_picture_lets_kinds_meet_that_may_not(name: str, lines: list[str]) -> None:
    """A scene is a part of a board away from the edge; its position is not shown."""
    ruleset = parse_ruleset(name if name in SCENES["rulesets"] else "base")
    position = ruleset.blank()
    for line in lines:
        placement = parse_away_from_the_edge(line, ruleset)
        number = ruleset.board_for(placement.piece)
        problem = ruleset.contacts.problem(position.boards[number], placement)
        assert problem in (None, "placement.unconnected"), line
        position = ruleset.put(position, placement)


def parse_away_from_the_edge(line: str, ruleset: Ruleset) -> Placement:
    """A scene's tile, moved two columns and rows inwards."""
    name, cell, sides = line.split()
    moved = f"{chr(ord(cell[0]) + 2)}{int(cell[1]) + 2}"
    return Placement(find_piece(name, ruleset).tile(sides), parse_cell(moved))
