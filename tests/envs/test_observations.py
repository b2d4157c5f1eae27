"""What an agent sees, from positions of the engine."""

import numpy as np
import pytest

from inkrail.core.board import Round
from inkrail.envs.observations import observation_space
from inkrail.envs.planes import Bytes
from inkrail.game.actions import parse_action
from inkrail.rules.position import Choice, Drawing, Position
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset


def after(rules: str, *actions: str, faces: str) -> Position:
    """The position of the first round after these actions."""
    ruleset = parse_ruleset(rules)
    position = ruleset.begin_round(ruleset.set_up(), Round(1), faces=tuple(faces.split()))
    for text in actions:
        action = parse_action(text, ruleset)
        if isinstance(action, Choice):
            position = ruleset.choose(position, action)
        elif isinstance(action, Drawing):
            position = ruleset.draw(position, action)
    return position


def planes(rules: str, position: Position) -> dict[str, list[str]]:
    """The cells of each plane that has some."""
    space = observation_space(parse_ruleset(rules))
    shown = space.observe(position)["planes"]
    return {plane.name: cells(one) for plane, one in zip(space.planes, shown, strict=True) if one.any()}


def cells(plane: Bytes) -> list[str]:
    return [f"{'ABCDEFG'[column]}{row + 1}" for row, column in np.argwhere(plane).tolist()]


def numbers(rules: str, position: Position) -> dict[str, int]:
    """The numbers of the vector that are not 0."""
    space = observation_space(parse_ruleset(rules))
    vector = space.observe(position)["vector"].tolist()
    return {column.name: value for column, value in zip(space.columns, vector, strict=True) if value}


ROLL = "highway-straight highway-straight railway-t overpass"


def test_openings_are_planes_by_kind_and_side() -> None:
    position = after("base", "draw overpass B1 HRHR", faces=ROLL)
    shown = planes("base", position)
    assert shown["highway N"] == shown["highway S"] == ["B1"]
    assert shown["railway E"] == shown["railway W"] == shown["filled"] == shown["routes kept apart"] == ["B1"]
    assert "highway E" not in shown
    assert shown["highway exits"] == ["B1", "F1", "A4", "G4", "B7", "F7"]
    assert shown["railway exits"] == ["D1", "A2", "G2", "A6", "G6", "D7"]
    assert len(shown["centre"]) == 9


def test_the_vector_has_dice_special_routes_and_the_round() -> None:
    start = after("base", faces=ROLL)
    specials = {f"special {piece}": 1 for piece in parse_ruleset("base").specials}
    assert numbers("base", start) == {
        "round": 1,
        "dice highway-straight": 2,
        "dice railway-t": 1,
        "dice overpass": 1,
        "special left": 3,
        "special now": 1,
        **specials,
    }
    drawn = after("base", "draw special-hhhh B1 HHHH", "draw highway-straight B2 H.H.", faces=ROLL)
    found = numbers("base", drawn)
    assert (found["dice highway-straight"], found["special left"]) == (1, 2)
    assert "special now" not in found
    assert "special special-hhhh" not in found


def test_a_meteor_shows_its_craters_dice_and_choice() -> None:
    faces = f"{ROLL} choose 2"
    before, hit = after("meteor", faces=faces), after("meteor", "direction up", faces=faces)
    assert planes("meteor", before)["last crater"] == ["D4"]
    assert planes("meteor", hit)["craters"] == planes("meteor", hit)["last crater"] == ["D2"]
    assert {"direction choose", "distance 2", "choice"} <= numbers("meteor", before).keys()
    assert "choice" not in numbers("meteor", hit)


def test_underground_shows_stations_hubs_and_results_that_may_be_drawn_again() -> None:
    faces = "subway-station-straight subway-curve pipe-curve pipe-over-subway"
    position = after("underground-standalone", "draw subway-station-straight D1 S.S.", faces=faces)
    shown, found = planes("underground-standalone", position), numbers("underground-standalone", position)
    assert shown["stations"] == shown["hubs"] == ["D1"]
    assert "dice subway-station-straight" not in found
    assert found["duplicate subway-station-straight"] == 1
    assert found["duplicate left"] == 3


def test_lava_has_its_volcano_and_shows_when_the_rounds_own_is_drawn() -> None:
    faces = f"{ROLL} lava-3 lava-3"
    assert planes("lava", after("lava", faces=faces))["lava N"] == ["D4"]
    assert numbers("lava", after("lava", faces=faces))["volcano now"] == 1
    assert "volcano now" not in numbers("lava", after("lava", "volcano A1", faces=faces))


def test_a_table_of_two_boards_says_which_one_is_drawn_on() -> None:
    ruleset = parse_ruleset("underground")
    space = observation_space(ruleset)
    assert [plane.board for plane in space.planes] == [0] * 13 + [1] * 16
    names = [column.name for column in space.columns]
    for round_, board in ((1, 0), (2, 1)):
        faces = tuple(die.faces[0] for die in ruleset.dice(Round(round_)))
        position = ruleset.begin_round(ruleset.set_up(), Round(round_), faces=faces)
        vector = dict(zip(names, space.observe(position)["vector"].tolist(), strict=True))
        assert (vector["board"], vector["special now"], vector["duplicate now"]) == (board, 1 - board, board)


@pytest.mark.parametrize("rules", RULESET_NAMES)
def test_names_of_planes_and_numbers_are_distinct(rules: str) -> None:
    space = observation_space(parse_ruleset(rules))
    assert len({(plane.board, plane.name) for plane in space.planes}) == len(space.planes)
    assert len({column.name for column in space.columns}) == len(space.columns)
