"""What the oracle of legality accepts and refuses."""

from __future__ import annotations

import random

import pytest

from tests.oracles.examples import lines
from tests.oracles.legality import check_text, legal_text
from tests.oracles.pieces import DICE


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
