"""The worked examples of the rules against the oracles themselves."""

from __future__ import annotations

import random

import pytest

from tests.oracles.boardtext import parse_board, split_boards
from tests.oracles.draft import face_value, next_start, next_start_by_values, tie_break, winners
from tests.oracles.legality import check_text, legal_text
from tests.oracles.meteor import landing
from tests.oracles.pieces import DICE, PIECES, RULESETS, orientations, pieces_of, without_draft
from tests.oracles.scoring import TooHard, longest_cells, longest_stretches, score_text, tiles_on

S7 = """
highway-straight B1 H.H.
railway-straight D1 R.R.
overpass E1 HRHR
railway-straight A2 .R.R
overpass B2 HRHR
railway-straight C2 .R.R
special-hrrr D2 RRHR
station-curve E2 H..R
highway-straight B3 H.H.
highway-curve D3 HH..
highway-straight E3 .H.H
highway-curve F3 ..HH
highway-straight A4 .H.H
highway-t B4 HH.H
highway-curve C4 ..HH
highway-t F4 HHH.
highway-straight G4 .H.H
highway-straight C5 H.H.
station-curve D5 .HR.
special-hhhh E5 HHHH
special-hhrr F5 HRRH
railway-straight A6 .R.R
railway-t B6 .RRR
station-curve C6 H..R
railway-straight D6 R.R.
railway-curve F6 RR..
railway-straight G6 .R.R
station-straight B7 R.H.
railway-t D7 RRR.
railway-straight E7 .R.R
station-curve F7 ..HR
"""

RIVERS = """
rules: river
river-straight B3 .W.W   # seven cells, open at both ends
river-straight C3 .W.W
river-straight D3 .W.W
river-straight E3 .W.W
river-straight F3 .W.W
river-curve G3 ..WW
river-straight G4 W.W.
river-straight C7 W.W.   # five cells, from edge to edge
river-curve C6 .WW.
river-straight D6 .W.W
river-curve E6 ..WW
river-straight E7 W.W.
"""

LAKES = """
rules: lake
highway-straight B1 H.H.
highway-t B2 HHH.
highway-straight C2 .H.H
highway-straight D2 .H.H
highway-straight E2 .H.H
highway-curve F2 H..H
highway-straight F1 H.H.
pier-highway B3 H.L.
lake-3 B4 LLL.
pier-highway B5 L.H.
highway-t B6 HHH.
highway-straight C6 .H.H
highway-straight D6 .H.H
highway-straight E6 .H.H
highway-curve F6 ..HH
highway-straight F7 H.H.
highway-straight B7 H.H.
lake-2 D3 .LL.
lake-2 E3 ..LL
lake-3 D4 LLL.
lake-full E4 LLLL
lake-2 D5 LL..
lake-2 E5 L..L
lake-1 F4 ...L
"""

LAVA = """
rules: lava
lava-2-adjacent A1 F..F   # a corner, closed by the edge
lava-2-opposite A4 .F.F
lava-2-opposite B4 .F.F
lava-2-opposite C4 .F.F
lava-2-opposite D4 .F.F
lava-2-opposite E4 .F.F
lava-2-opposite F4 .F.F
lava-2-adjacent G4 ..FF
lava-2-opposite G5 F.F.
lava-2-adjacent G6 F..F
lava-2-opposite F6 .F.F
lava-2-opposite E6 .F.F
"""

UNDERGROUND = """
rules: underground
surface:
station-straight D1 R.H.
station-straight C2 .H.R
underground:
subway-station-straight D1 S.S.
pipe-straight B1 P.P.
pipe-curve B2 PP..
pipe-straight C2 .P.P
pipe-over-subway D2 SPSP
pipe-straight E2 .P.P
pipe-curve F2 P..P
pipe-straight F1 P.P.
subway-station-curve D3 SS..
surface:
station-curve B2 HR..
station-curve D3 H..R
"""


def lines(*tiles: str) -> str:
    """A board text of these tile lines."""
    return "\n".join(tiles)


def part(answer: dict[str, object], *keys: str) -> list[object]:
    """Some entries of an answer."""
    return [answer[key] for key in keys]


def expansion(text: str, *, rules: str) -> dict[str, object]:
    """The expansion's entry of a score."""
    found = score_text(text, rules=rules)["expansion"]
    assert isinstance(found, dict)
    return found


def test_pieces_have_as_many_orientations_as_their_shape() -> None:
    """Turning and mirroring, each writing once."""
    assert orientations("overpass") == ["HRHR", "RHRH"]
    assert len(orientations("station-curve")) == 8
    assert len(orientations("pier-double")) == 8
    assert orientations("crater") == ["...."]
    assert [len(pieces_of(rules)) for rules in RULESETS[:7]] == [15, 19, 22, 16, 21, 30, 15]
    assert len(RULESETS) == 13


def test_dice_have_six_faces_that_their_ruleset_holds() -> None:
    """B3, V1, L1, F1, U1."""
    for rules, dice in DICE.items():
        held = {piece.name for piece in pieces_of(rules)}
        assert [len(die) for die in dice] == [6] * len(dice)
        assert all(set(die) <= held for die in dice)


def test_stations_are_the_base_pieces_that_mix_kinds_in_one_group() -> None:
    """B4, B5."""
    for piece in pieces_of("base"):
        assert piece.station == ({"H", "R"} <= set(piece.sides) and not piece.by_kind)


def test_board_text_has_headers_sections_marks_and_comments() -> None:
    """Line numbers count every line."""
    text = "rules: underground # here\n\nsurface:\nunderground:\npipe-t A4 P.PP broken\n"
    board = parse_board(text)
    assert (board.rules, board.piece) == ("underground", None)
    assert [(tile.number, tile.level, tile.mark) for tile in board.tiles] == [(5, "underground", "broken")]
    assert split_boards("a\n---\n---\nb") == [(1, "a"), (3, ""), (4, "b")]


def test_s7_worked_example() -> None:
    """The final board of the booklets."""
    assert score_text(S7) == {
        "networks": [6, 4],
        "network_points": 32,
        "longest_highway": 8,
        "longest_railway": 5,
        "centre": 6,
        "errors": 5,
        "expansion_points": 0,
        "expansion": {},
        "total": 46,
    }


def test_s8_manual_values() -> None:
    """Four and six exits are worth 6 and 15 there."""
    assert part(score_text(S7, values="manual"), "network_points", "total") == [21, 35]


def test_empty_board_scores_nothing() -> None:
    """No network, no route."""
    assert part(score_text(""), "networks", "total") == [[], 0]


REST_OF_LOOP = ("highway-curve C2 ..HH", "highway-curve C3 H..H", "highway-curve B3 HH..")
EIGHT = (
    "special-hhhh D4 HHHH",
    "highway-curve D3 ..HH",
    "highway-curve C3 .HH.",
    "highway-curve C4 HH..",
    "highway-curve E4 ..HH",
    "highway-curve E5 H..H",
    "highway-curve D5 HH..",
)


@pytest.mark.parametrize(
    ("tiles", "cells", "stretches"),
    [
        (("highway-curve B2 .HH.", *REST_OF_LOOP), 4, 4),
        (("highway-t B2 HHH.", *REST_OF_LOOP), 4, 5),
        (EIGHT, 7, 9),
        (("highway-t B2 .HHH", "highway-straight A2 .H.H", *REST_OF_LOOP), 5, 6),
        (("special-hhrr B2 RHHR", *REST_OF_LOOP), 4, 4),
        (("highway-t D4 HHH.",), 1, 1),
    ],
)
def test_s3_examples_in_both_readings(tiles: tuple[str, ...], cells: int, stretches: int) -> None:
    """A cell may not count again, or a stretch may not."""
    text = lines(*tiles)
    assert score_text(text)["longest_highway"] == cells
    assert score_text(text, longest="stretches")["longest_highway"] == stretches


@pytest.mark.parametrize("rules", [rules for rules in RULESETS if not rules.startswith("underground-")])
def test_s3_ruleset_chooses_the_reading(rules: str) -> None:
    """Stretches for Meteor, Lava, and for Draft on the base game."""
    stretches = without_draft(rules) in ("meteor", "lava") or rules == "base+draft"
    assert score_text(lines(*EIGHT), rules=rules)["longest_highway"] == (9 if stretches else 7)
    assert score_text(lines(*EIGHT), rules=rules, longest="cells")["longest_highway"] == 7


def test_too_hard_after_the_budget() -> None:
    """A search over a board full of crossings gives up."""
    full = {column + row: ("special-hhhh", "HHHH") for column in "ABCDEFG" for row in "1234567"}
    for search in (longest_cells, longest_stretches):
        with pytest.raises(TooHard):
            search(full, kind="H", budget=2000)


def test_s5_errors_are_counted_per_side() -> None:
    """Two routes of different kinds that meet are two errors; at the outer edge nothing is."""
    clash = lines("highway-straight C1 H.H.", "railway-straight C2 R.R.")
    assert score_text(clash)["errors"] == 3
    blank = lines("highway-straight C1 H.H.", "railway-straight C2 .R.R")
    assert score_text(blank)["errors"] == 3
    assert score_text("highway-straight D1 H.H.")["networks"] == []


def test_v6_the_closed_river_is_worth_more() -> None:
    """Seven open cells against five from edge to edge."""
    assert part(score_text(RIVERS), "expansion", "expansion_points", "errors", "total") == [
        {"best_river": 8},
        8,
        2,
        9,
    ]


def test_v5_corner_and_loop() -> None:
    """One curve in a corner is 1+3; a loop has no ends."""
    assert expansion("river-curve A1 W..W", rules="river") == {"best_river": 4}
    loop = lines("river-curve B2 .WW.", "river-curve C2 ..WW", "river-curve C3 W..W", "river-curve B3 WW..")
    assert expansion(loop, rules="river") == {"best_river": 4}
    assert score_text(loop, rules="river")["errors"] == 0


def test_l7_smallest_lake_and_joined_networks() -> None:
    """Lakes of 7 and 3 cells; the small one joins two networks."""
    assert score_text(LAKES) == {
        "networks": [4],
        "network_points": 12,
        "longest_highway": 7,
        "longest_railway": 0,
        "centre": 6,
        "errors": 0,
        "expansion_points": 3,
        "expansion": {"smallest_lake": 3},
        "total": 28,
    }


def test_l4_a_route_at_water_is_an_error() -> None:
    """The water is not an error."""
    assert score_text(lines("highway-straight B1 H.H.", "lake-1 B2 L..."), rules="lake")["errors"] == 1


def test_m7_routes_at_a_crater() -> None:
    """A tile counts once, and its sides at craters are not errors."""
    text = lines("crater D4 ....", "crater D6 ....", "railway-straight D5 R.R.", "railway-straight E4 .R.R")
    answer = score_text(text, rules="meteor")
    assert part(answer, "expansion", "expansion_points", "centre", "errors") == [
        {"crater_routes": 2},
        4,
        3,
        1,
    ]


def test_f9_closed_lake_and_largest_lake() -> None:
    """A lake closed by the edge, and 11 cells with one open side."""
    answer = score_text(LAVA)
    assert part(answer, "expansion", "expansion_points", "errors", "total") == [
        {"closed_lakes": 1, "largest_lake": 11},
        16,
        1,
        18,
    ]


def test_f7_lava_at_a_route_is_two_errors() -> None:
    """Lava open, route open, and the lake is not closed."""
    answer = score_text(lines("lava-2-adjacent A1 .F.F", "railway-straight B1 .R.R"), rules="lava")
    assert part(answer, "errors", "expansion_points") == [3, 1]


def test_u8_underground_lines() -> None:
    """Two hubs, a pipe that broke and one drawn under a station that did not."""
    answer = score_text(UNDERGROUND)
    assert part(answer, "networks", "longest_highway", "longest_railway", "centre", "errors") == [
        [1],
        1,
        2,
        1,
        5,
    ]
    assert answer["expansion"] == {
        "pipe_networks": [2],
        "subway_networks": [3],
        "pipe_points": 4,
        "subway_points": 8,
        "longest_pipeline": 7,
        "longest_subway": 3,
        "centre": 1,
        "errors": 1,
        "broken_pipes": 1,
        "hubs": 2,
        "total": 27,
    }
    assert part(answer, "expansion_points", "total") == [27, 26]


def test_u6_marks_replace_the_order() -> None:
    """Two marked lines are two broken pipes, whatever the order says."""
    marked = UNDERGROUND.replace("C2 .P.P", "C2 .P.P broken").replace("E2 .P.P", "E2 .P.P broken")
    assert expansion(marked, rules="underground")["broken_pipes"] == 2


def test_u6_a_hub_and_a_broken_pipe_in_one_cell() -> None:
    """The station that makes the hub breaks the pipe; in the other order it does not."""
    under = "underground:\nsubway-station-curve-pipe-curve B2 SPPS\n"
    over = "surface:\nstation-curve B2 HR..\n"
    found = expansion(under + over, rules="underground")
    assert part(found, "hubs", "broken_pipes", "subway_networks") == [1, 1, [1]]
    assert part(expansion(over + under, rules="underground"), "hubs", "broken_pipes") == [1, 0]


def test_u9_standalone_hubs_by_order_and_by_mark() -> None:
    """A station in the row or column of a hub does not become one."""
    tiles = ("subway-station-t A2 SSS.", "subway-station-t A3 SS.S", "pipe-t-subway-stub B3 PPPS")
    answer = score_text(lines(*tiles), rules="underground-standalone")
    assert part(answer, "networks", "errors", "total") == [[], 0, answer["expansion_points"]]
    assert part(expansion(lines(*tiles), rules="underground-standalone"), "hubs", "subway_networks") == [
        2,
        [2],
    ]
    later = lines(tiles[2], *tiles[:2])
    assert expansion(later, rules="underground-standalone")["hubs"] == 2
    middle = lines(tiles[1], tiles[0], tiles[2])
    assert expansion(middle, rules="underground-standalone")["hubs"] == 1
    marked = lines(*(tile + " hub" for tile in tiles))
    assert expansion(marked, rules="underground-standalone")["hubs"] == 3


def test_u7_subway_exits_need_the_subway_to_meet_them() -> None:
    """A2 is a railway exit: it joins a subway, not a pipe."""
    subway = expansion("subway-straight A2 .S.S", rules="underground-standalone")
    assert part(subway, "subway_networks", "errors") == [[1], 1]
    pipe = expansion("pipe-straight A2 .P.P", rules="underground-standalone")
    assert part(pipe, "pipe_networks", "errors", "longest_pipeline", "total") == [[], 1, 1, 1]


def test_m8_meteor_examples() -> None:
    """Straight, bouncing, and over a crater."""
    assert landing("D4", "left", 2, set()) == "B4"
    assert landing("B4", "left", 3, {"B4"}) == "C4"
    assert landing("B4", "left", 3, {"B4", "C4"}) == "D4"
    assert landing("A4", "left", 1, {"A4"}) == "B4"


def test_m3_meteor_goes_on_over_craters() -> None:
    """It may come back to its origin, and a line full of craters is not hit."""
    column = {"D" + row for row in "1234567"}
    assert landing("D4", "up", 1, column) is None
    assert landing("D4", "up", 1, column - {"D4"}) == "D4"
    assert landing("D6", "down", 1, column - {"D1"}) == "D1"
    assert landing("B4", "left", 2, set()) == "B4"


def test_d9_next_start_player() -> None:
    """Of those tied for least, the one who chose last."""
    assert next_start_by_values([8, 6, 6, 6], start=1) == 4
    assert next_start_by_values([8, 6, 6, 6], start=4) == 3
    assert next_start([["overpass", "highway-t"], ["station-curve", "railway-curve"]], start=1) == 1
    assert [face_value(piece) for piece in ("overpass", "station-straight", "railway-t")] == [0, 2, 3]


def test_d8_tie_goes_backwards_from_the_seat_before_the_star() -> None:
    """The starred seat comes last."""
    assert tie_break({1, 2, 4}, starred=2, seats=4) == 1
    assert tie_break({2, 3}, starred=2, seats=4) == 3
    assert tie_break({1, 4}, starred=1, seats=4) == 4
    assert winners([10, 12, 12], [0, 3, 3]) == [2, 3]
    assert winners([10, 12, 12], [0, 3, 3], starred=3) == [2]
    assert winners([10, 12, 12], [0, 3, 2], starred=3) == [3]


def refused(line: int, code: str) -> dict[str, object]:
    """The answer of `check` to an illegal text."""
    return {"legal": False, "line": line, "code": code}


@pytest.mark.parametrize(
    ("rules", "tiles", "line", "code"),
    [
        ("base", ("highway-straight B1 H.H.", "highway-t B1 HHH."), 2, "placement.occupied"),
        ("base", ("railway-straight B1 R.R.",), 1, "placement.kind_clash"),
        ("base", ("highway-straight D4 H.H.",), 1, "placement.unconnected"),
        ("base", ("special-hhhh A4 HHHH", "special-hhhh B4 HHHH"), 2, "special.used"),
        (
            "base",
            ("special-hhhh A4 HHHH", "special-rrrr A2 RRRR", "special-hhrr B1 HRRH", "special-hhhr G4 HHHR"),
            4,
            "special.limit",
        ),
        ("river", ("river-straight B1 W.W.",), 1, "placement.kind_clash"),
        ("river", ("highway-straight B1 H.H.", "river-straight B2 W.W."), 2, "placement.kind_clash"),
        ("lake", ("lake-full D4 LLLL",), 1, "lake.not_surrounded"),
        ("lake", ("lake-1 C4 .L..", "lake-1 E4 ...L", "lake-1 D3 ..L."), 3, "lake.not_filled"),
        (
            "lake",
            ("lake-1 C4 .L..", "lake-1 E4 ...L", "lake-1 D3 ..L.", "lake-1 A1 .L.."),
            4,
            "lake.not_filled",
        ),
        ("meteor", ("crater D4 ....", "crater D4 ...."), 2, "placement.occupied"),
        ("meteor", ("crater A4 ....", "special-hhhh A4 HHHH"), 2, "placement.occupied"),
        ("lava", ("highway-straight B1 H.H.",), 1, "lava.first_volcano"),
        ("lava", ("volcano D4 FFFF", "volcano D5 FFFF"), 2, "lava.volcano_near_lava"),
        ("lava", ("volcano D4 FFFF", "lava-3 A1 FF.F"), 2, "placement.unconnected"),
        ("lava", ("volcano D4 FFFF", "railway-straight D1 R.R.", "lava-3 D1 FF.F"), 3, "placement.occupied"),
        ("underground", ("underground:", "pipe-straight A2 .P.P"), 2, "placement.kind_clash"),
        ("underground", ("underground:", "subway-straight D4 .S.S"), 2, "placement.unconnected"),
    ],
)
def test_check_refuses(rules: str, tiles: tuple[str, ...], *, line: int, code: str) -> None:
    """The first line that may not be drawn, and why."""
    assert check_text(lines(*tiles), rules=rules) == refused(line, code)


@pytest.mark.parametrize(
    ("rules", "tiles"),
    [
        ("base", ()),
        ("lava", ()),
        ("base+draft", ("highway-straight B1 H.H.", "highway-curve B2 HH..", "station-straight C2 .R.H")),
        ("river", ("river-straight D4 W.W.", "bridge-highway D5 WHWH")),
        ("lake", ("lake-1 C4 .L..", "lake-1 E4 ...L", "lake-1 D3 ..L.", "lake-full D4 LLLL")),
        ("lake", ("highway-straight B1 H.H.", "lake-1 B2 L...")),
        ("meteor", ("highway-straight B1 H.H.", "crater B1 ....", "highway-t B1 HHH.")),
        ("lava", ("volcano D4 FFFF", "lava-highway D3 .HFH", "volcano A1 FFFF")),
        ("underground-standalone", ("pipe-straight A4 .P.P", "pipe-t-subway-stub B4 SPPP")),
    ],
)
def test_check_accepts(rules: str, tiles: tuple[str, ...]) -> None:
    """Texts whose every line may be drawn."""
    assert check_text(lines(*tiles), rules=rules) == {"legal": True}


SHUT_IN = (
    "rules: lava",
    "volcano D4 FFFF",
    "railway-straight D1 R.R.",
    "railway-straight D2 R.R.",
    "special-rrrr D3 RRRR",
    "railway-curve C3 .RR.",
    "railway-straight C4 R.R.",
    "railway-curve C5 RR..",
    "railway-straight D5 .R.R",
    "railway-curve E5 R..R",
    "railway-straight E4 R.R.",
)


def test_f6_shut_in_lava_erases_a_route() -> None:
    """Only at an open lava side, and the special that goes stays used."""
    shut_in = lines(*SHUT_IN)
    assert check_text(shut_in) == {"legal": True}
    assert check_text(shut_in + "\nlava-3 D3 FFF.") == {"legal": True}
    assert check_text(shut_in + "\nlava-3 D1 FF.F") == refused(12, "placement.unconnected")
    assert check_text(shut_in + "\nlava-railway D3 .RFR\nspecial-rrrr E3 RRRR") == refused(13, "special.used")
    found = legal_text(shut_in, piece="lava-2-opposite")
    assert found == {"placements": [], "erasing": ["C4 .F.F", "D3 F.F.", "D5 F.F.", "E4 .F.F"]}


def test_legal_lists_placements_sorted() -> None:
    """An overpass at an exit, next to one highway."""
    found = legal_text("highway-straight B1 H.H.", piece="overpass")["placements"]
    assert isinstance(found, list)
    assert found == sorted(found)
    assert "B2 HRHR" in found
    assert "B2 RHRH" not in found
    assert "A1 HRHR" not in found
    assert legal_text("piece: crater", rules="meteor")["on_craters"] == []


def test_legal_on_craters_and_for_expansion_pieces() -> None:
    """M6, L3, F5."""
    crater = lines("crater B1 ....", "highway-straight F1 H.H.")
    found = legal_text(crater, rules="meteor", piece="highway-straight")
    assert found["on_craters"] == ["B1 H.H."]
    assert legal_text(crater, rules="meteor", piece="special-hhhh")["on_craters"] == []
    craters = legal_text(crater, rules="meteor", piece="crater")["placements"]
    assert isinstance(craters, list)
    assert len(craters) == 48
    lake = lines("lake-1 C4 .L..", "lake-1 E4 ...L", "lake-1 D3 ..L.")
    assert legal_text(lake, rules="lake", piece="lake-full") == {"placements": ["D4 LLLL"]}
    volcanoes = legal_text("volcano D4 FFFF", rules="lava", piece="volcano")
    placements = volcanoes["placements"]
    assert isinstance(placements, list)
    assert len(placements) == 44
    assert volcanoes["erasing"] == []


def draw_at_random(rng: random.Random, rules: str) -> str:
    """A text of tiles drawn at random from `legal`."""
    tiles = ["volcano D4 FFFF"] if rules == "lava" else []
    dice = [face for die in DICE[rules] for face in die] + ["crater"] * (rules == "meteor")
    for _ in range(25):
        piece = rng.choice(dice)
        answer = legal_text(lines(*tiles), rules=rules, piece=piece)
        fills = legal_text(lines(*tiles), rules=rules, piece="lake-full") if rules == "lake" else answer
        if rules == "lake" and fills["placements"]:
            piece, answer = "lake-full", fills
        places = [place for found in answer.values() if isinstance(found, list) for place in found]
        if places:
            tiles.append(f"{piece} {rng.choice(places)}")
    return lines(*tiles)


@pytest.mark.parametrize("rules", list(DICE))
def test_what_legal_lists_check_accepts(rules: str) -> None:
    """Random texts built from `legal` are legal, fills of the end aside."""
    for seed in range(2):
        text = draw_at_random(random.Random(seed), rules)  # noqa: S311
        answer = check_text(text, rules=rules)
        assert answer["legal"] or answer["code"] == "lake.not_filled"


def test_every_piece_is_an_orientation_of_itself() -> None:
    """The printed sides are among those listed."""
    assert all(piece.sides in orientations(name) for name, piece in PIECES.items())
    assert tiles_on((), level="surface") == {}
