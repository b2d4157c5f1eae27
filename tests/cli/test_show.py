"""`inkrail show`."""

import os
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from tests.cli.conftest import S7, Call
from tests.cli.test_replay import finished

from inkrail.game.actions import Pick
from inkrail.game.record import Act, Entry, Roll, format_record, seeded_record, seeded_roll, step
from inkrail.rules.registry import parse_ruleset

UNDERGROUND = "rules: underground\nsurface:\nhighway-straight B1 H.H.\nunderground:\npipe-straight B1 P.P.\n"


def test_a_board_is_drawn_with_its_errors(inkrail: Call) -> None:
    lines = inkrail("show", "board.txt", board=S7).out.splitlines()
    assert lines[0] == "Board 1: Base game, 46 points"
    assert lines[1].split() == [*"ABCDEFG"]
    assert sum(line.count("✗") for line in lines) == 5
    assert sum(line.count("■") for line in lines) == 7


def test_every_board_of_a_file_is_drawn(inkrail: Call) -> None:
    answer = inkrail("show", "-", stdin=f"{S7}---\n---\nrules: river\nriver-curve A1 W..W\n")
    titles = [line for line in answer.out.splitlines() if line.startswith("Board")]
    assert titles == [
        "Board 1: Base game, 46 points",
        "Board 2: Base game, 0 points",
        "Board 3: River, 4 points",
    ]


def test_a_piece_shows_where_it_may_go(inkrail: Call) -> None:
    answer = inkrail("show", "board.txt", "--piece", "special-hhhh", board="")
    assert answer.out.count("[+]") == 6


def test_a_record_is_drawn_seat_by_seat(inkrail: Call) -> None:
    answer = inkrail("show", "board.txt", board=f"# a game\n\n{finished(seats=2)}")
    titles = [line for line in answer.out.splitlines() if line.startswith("Seat")]
    assert [title.partition(",")[0] for title in titles] == ["Seat 1", "Seat 2"]


def test_two_boards_stand_side_by_side_where_there_is_room(
    inkrail: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    below = len(inkrail("show", "board.txt", board=UNDERGROUND).out.splitlines())
    monkeypatch.setenv("COLUMNS", "140")
    beside = len(inkrail("show", "board.txt").out.splitlines())
    assert below == 2 * beside - 1


def test_svg_is_written_into_a_pipe_and_does_not_take_its_place(inkrail: Call) -> None:
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDWR | os.O_NONBLOCK)
    inkrail("show", "board.txt", "--svg", "pipe", board=S7)
    assert os.read(reader, 1 << 16).startswith(b"<svg ")
    os.close(reader)
    assert Path("pipe").is_fifo()


def test_svg_is_written_to_the_file_that_a_link_names(inkrail: Call) -> None:
    Path("link.svg").symlink_to("picture.svg")
    inkrail("show", "board.txt", "--svg", "link.svg", board=S7)
    assert Path("link.svg").is_symlink()
    assert Path("picture.svg").read_text().startswith("<svg ")


@pytest.mark.parametrize("board", [S7, UNDERGROUND], ids=["one board", "two boards"])
def test_svg_is_written_to_a_file(inkrail: Call, board: str) -> None:
    inkrail("show", "board.txt", "--svg", "picture.svg", board=board)
    root = ET.parse("picture.svg").getroot()  # noqa: S314 - our own file
    assert root.tag == "{http://www.w3.org/2000/svg}svg"


def test_further_pictures_get_numbers(inkrail: Call) -> None:
    inkrail("show", "board.txt", "--svg", "picture.svg", board="---\n---\n")
    assert sorted(path.name for path in Path().glob("*.svg")) == [
        "picture-2.svg",
        "picture-3.svg",
        "picture.svg",
    ]


def test_json_holds_the_drawing(inkrail: Call) -> None:
    one, two = inkrail("show", "board.txt", "--json", board=f"{S7}---\n").objects
    assert one["title"] == "Board 1: Base game, 46 points"
    assert str(one["text"]).count("■") == 7
    assert two["title"] == "Board 2: Base game, 0 points"


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ("motorway B1 H.H.\n", "board.txt:1: piece.unknown: "),
        (b"\x00\xff\xfe\n", "board.txt:1: text.syntax: "),
        (b"x" * 1_000_000, "board.txt:1: text.too_large: "),
        (b"# comment\n" * 100_000, "board.txt:6554: text.too_large: "),
        ("inkrail-record 7\n", "board.txt:1: record.version: "),
        ("inkrail-record 1\nrules: swamp\n", "board.txt:2: record.header: "),
        ("highway-t B1 HHH.\nhighway-t B1 HHH.\n", "board.txt:2: placement.occupied: "),
    ],
)
def test_bad_input_is_one_line(inkrail: Call, board: str | bytes, said: str) -> None:
    assert inkrail("show", "board.txt", board=board).complaint.startswith(said)


def test_a_picture_that_cannot_be_written(inkrail: Call) -> None:
    Path("file").write_text("")
    answer = inkrail("show", "board.txt", "--svg", "file/picture.svg", board=S7)
    assert answer.complaint.startswith("file/picture.svg: file.unwritable: ")
    answer = inkrail("show", "board.txt", "--svg", ".", board=S7)
    assert answer.complaint.startswith(".: file.is_directory: ")


def test_a_record_says_what_the_table_agreed_on(inkrail: Call) -> None:
    """S3, S8."""
    headers = "inkrail-record 1\nrules: {}\nlongest: stretches\nvalues: {}\nseats: 1\n"
    answer = inkrail("show", "board.txt", board=headers.format("river", "manual"))
    name, agreed, *_ = answer.out.splitlines()
    assert name == "River"
    assert agreed.split(" · ") == [
        "House rules",
        "Longest route: a T or a crossing may count again (house rule)",
        "Networks: points of an old manual (2 exits: 1, 3: 3, 4: 6, 5: 10, 6: 15, 7 or more: 20) (house rule)",
    ]
    usual = inkrail("show", "board.txt", board=headers.format("meteor", "official")).out.splitlines()[1]
    assert usual.count("(usual)") == 2


def test_a_drafted_record_shows_the_star_and_the_next_start_player(inkrail: Call) -> None:
    """D1, D6, D8."""
    ruleset = parse_ruleset("river+draft")
    record = seeded_record(ruleset, seats=3, seed="plum")
    table = record.open()
    entry: Entry = Roll(seeded_roll(table, "plum"))
    record, table = record.add(entry), step(table, entry)
    while (seat := ruleset.dealer.chooser(table.deal)) is not None:
        entry = Act(seat, Pick(ruleset.dealer.options(table.deal)[0]))
        record, table = record.add(entry), step(table, entry)
    assert (table.star, table.next_starter) == (2, 0)
    lines = inkrail("show", "board.txt", "--svg", "seat.svg", board=format_record(record)).out.splitlines()
    assert lines[2] == "Seat 3 has the star: drawn by lot to start the first round."
    assert lines[3].startswith("If points and errors are equal, the star decides: ")
    assert lines[3].endswith(": Seat 2, Seat 1, Seat 3.")
    assert lines[4] == "Next start player: Seat 1"
    titles = [line for line in lines[5:] if line.startswith("Seat")]
    assert titles == [
        "Seat 1 (next start player), 0 points",
        "Seat 2, 0 points",
        "Seat 3 (star), 0 points",
    ]
    assert titles[2] in Path("seat-3.svg").read_text()


def test_a_picture_that_exists_is_overwritten_only_by_force(inkrail: Call) -> None:
    Path("picture-2.svg").write_text("mine")
    answer = inkrail("show", "board.txt", "--svg", "picture.svg", board="---\n")
    assert answer.complaint.startswith("picture-2.svg: file.exists: This file exists already. Add --force ")
    assert Path("picture-2.svg").read_text() == "mine"
    assert inkrail("show", "board.txt", "--svg", "picture.svg", "--force").status == 0
    assert Path("picture-2.svg").read_text().startswith("<svg ")


def test_no_folder_is_made_for_a_picture(inkrail: Call) -> None:
    answer = inkrail("show", "board.txt", "--svg", "pictures/board.svg", board=S7)
    assert answer.complaint.startswith("pictures/board.svg: file.no_folder: There is no folder pictures ")
    assert not Path("pictures").exists()


def test_force_is_for_pictures(inkrail: Call) -> None:
    complaint = inkrail("show", "board.txt", "--force", board=S7).complaint
    assert complaint.startswith("inkrail: usage.option_alone: The option --force is of no use without --svg.")
