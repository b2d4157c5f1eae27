"""What a player may type in the terminal, and what the program answers."""

import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Answer, Call

from inkrail.cli.terminal.words import Word, words
from inkrail.i18n import LANGUAGES, catalogue

SEED_X = "roll highway-curve highway-curve railway-straight station-straight"


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def play(inkrail: Call, *lines: str, options: tuple[str, ...] = ()) -> Answer:
    """Play a new game, or continue the one before, with the rolls of the seed x."""
    words_ = ("terminal", "game.txt", "--seed", "x", *options)
    return inkrail(*words_, stdin="".join(f"{line}\n" for line in lines))


def actions() -> list[str]:
    return [line[2:] for line in Path("game.txt").read_text().splitlines() if re.match(r"\d ", line)]


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("3 d1", "draw railway-straight D1 R.R."),
        ("3 D1", "draw railway-straight D1 R.R."),
        ("1 b1 HH..", "draw highway-curve B1 HH.."),
        ("1 b1 hh..", "draw highway-curve B1 HH.."),
        ("1 b1 2", "draw highway-curve B1 HH.."),
        ("1 3", "draw highway-curve F1 H..H"),
        ("draw highway-curve B1 HH..", "draw highway-curve B1 HH.."),
        ("highway-curve b1 hh..", "draw highway-curve B1 HH.."),
        ("s3 b1", "draw special-hhhh B1 HHHH"),
        ("S3 B1", "draw special-hhhh B1 HHHH"),
    ],
)
def test_ways_to_type_a_drawing(inkrail: Call, *, typed: str, action: str) -> None:
    play(inkrail, typed)
    assert actions() == [action]


def test_a_die_that_fits_in_several_ways_is_asked_about(inkrail: Call) -> None:
    answer = play(inkrail, "1 b1", "2")
    assert "1: H..H   2: HH.." in answer.out
    assert "Which way round, 1 to 2? 2" in answer.out
    assert actions() == ["draw highway-curve B1 HH.."]


def test_the_question_can_be_answered_by_sides_or_left_alone(inkrail: Call) -> None:
    play(inkrail, "1 b1", "HH..", "2 f1", "", "2 f1", "3 d1")
    assert actions() == ["draw highway-curve B1 HH..", "draw railway-straight D1 R.R."]


def test_a_die_alone_shows_where_it_may_go(inkrail: Call) -> None:
    answer = play(inkrail, "3")
    assert answer.out.count("[+]") == 6
    assert "  D1   1: R.R.\n" in answer.out
    assert actions() == []


def test_undo_takes_back_the_last_drawing_or_any_other(inkrail: Call) -> None:
    play(inkrail, "3 d1", "1 b1 1", "undo", "1 b1 1", "2 f1 1", "undo b1", "u D1")
    assert actions() == [
        "draw railway-straight D1 R.R.",
        "draw highway-curve B1 H..H",
        "take-back B1",
        "draw highway-curve B1 H..H",
        "draw highway-curve F1 H..H",
        "take-back B1",
        "take-back D1",
    ]


def test_undo_names_the_piece_that_it_means(inkrail: Call) -> None:
    answer = play(
        inkrail, "3 d1", "1 b1 1", "undo D1 highway-curve", "undo d1 Railway-Straight", "undo b1 x y"
    )
    assert actions()[2:] == ["take-back D1 railway-straight"]
    assert "You have not drawn highway curve in D1 in this round." in answer.out
    assert '"undo" explains' not in answer.out
    assert "is not understood" in answer.out


def test_undo_of_nothing(inkrail: Call) -> None:
    answer = play(inkrail, "undo", "undo c3", "undo z9", "turn")
    assert answer.out.count("You have drawn nothing in this round yet.") == 2
    assert "You have drawn nothing in C3 in this round." in answer.out
    assert 'There is no cell "Z9".' in answer.out


def test_turn_goes_through_the_orientations(inkrail: Call) -> None:
    answer = play(inkrail, "1 b1 1", "turn", "turn", "undo", "3 d1", "turn")
    assert actions()[:5] == [
        "draw highway-curve B1 H..H",
        "take-back B1",
        "draw highway-curve B1 HH..",
        "take-back B1",
        "draw highway-curve B1 H..H",
    ]
    assert "The tile in D1 fits in no other way." in answer.out


def test_what_others_stand_on_cannot_be_turned(inkrail: Call) -> None:
    lines = ("s4 d1", "3 d2", "undo d1", "turn")
    assert "other drawings of this round depend on it" in play(inkrail, *lines).out


def test_b9_the_round_cannot_end_while_a_die_fits(inkrail: Call) -> None:
    answer = play(inkrail, "3 d1", "done")
    assert "You cannot end the round yet" in answer.out
    assert "highway curve, highway curve, station." in " ".join(answer.out.split())


def test_f3_the_lava_die_that_is_left_to_draw_is_told(inkrail: Call) -> None:
    lines = ("1 1", "2 1", "3 1", "4 1", "5 1")
    told = play(inkrail, *lines, options=("--rules", "lava")).out.split("Seat 1>")
    hint = "at least one lava die must be drawn each round"
    assert [hint in part for part in told] == [False, False, False, False, True, False, False]


def test_b10_a_second_special_route_has_to_wait(inkrail: Call) -> None:
    answer = play(inkrail, "s4 d1", "s4 d7", "s3 b1", "more")
    assert "This special route has been used already: railway crossing." in answer.out
    assert "so highway crossing has to wait." in answer.out
    assert "  s4  railway crossing: used\n" in answer.out
    assert "2 special routes left in this game" in answer.out


def test_u4_the_player_is_told_how_often_a_result_can_be_repeated(inkrail: Call) -> None:
    answer = play(inkrail, "more", "d1 1", "more", options=("--rules", "underground-standalone"))
    assert "3 results can still be drawn once more in this game\n" in answer.out
    assert "2 results can still be drawn once more in this game\n" in answer.out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("3 b1", "In B1 a side of railway would meet"),
        ("3 c3", "In C3 no side of railway joins"),
        ("3 h9", 'There is no cell "H9".'),
        ("3 99", "There is no placement 99 in the list."),
        ("9 b1", '"9 b1" is not understood; "help" explains what can be typed.'),
        ("s7 b1", '"s7 b1" is not understood'),
        ("overpass b1 hrhr", "You cannot draw overpass now."),
        ("draw motorway b1 hrhr", 'There is no piece "motorway".'),
        ("draw overpass b1 hhhh", '"HHHH" is not an orientation of overpass.'),
        ("river-curve b1 ww..", '"river-curve b1 ww.." is not understood'),
        ("pick 1", '"pick 1" is not understood'),
        ("\x1b[2J", '"\\x1b[2J" is not understood'),
    ],
)
def test_what_cannot_be_done_is_explained(inkrail: Call, *, typed: str, said: str) -> None:
    answer = play(inkrail, typed)
    assert said in " ".join(answer.out.split())
    assert answer.status == 0
    assert actions() == []


def test_the_score_changes_are_told(inkrail: Call) -> None:
    answer = play(inkrail, "3 d1", "score", "score 1", "board", "others")
    assert "0 points (+0): Longest railway 1 (+1), Errors -1 (-1)\n" in answer.out
    assert re.search(r"Errors +1 +-1", answer.out)
    assert "Network: 0\n" in answer.out
    assert "You are alone at this table." in answer.out


def test_help_names_every_word(inkrail: Call) -> None:
    answer = play(inkrail, "help")
    assert [word for word in Word if f"  {catalogue('en')[word.value].split()[0]}" not in answer.out] == []


def test_the_record_can_be_saved_elsewhere(inkrail: Call) -> None:
    play(inkrail, "3 d1", "save copy of it.txt", "1 b1 1")
    assert "1 draw railway-straight D1 R.R.\n" in Path("copy of it.txt").read_text()
    assert "highway-curve B1" not in Path("copy of it.txt").read_text()


def test_a_file_that_exists_is_overwritten_only_by_force(inkrail: Call) -> None:
    Path("mine.txt").write_text("mine")
    answer = play(inkrail, "3 d1", "save mine.txt", "save")
    assert "mine.txt: file.exists: This file exists already." in answer.out
    assert "Saved in game.txt" in answer.out
    assert answer.status == 0
    assert Path("mine.txt").read_text() == "mine"
    play(inkrail, "save --force mine.txt")
    assert "1 draw railway-straight D1 R.R.\n" in Path("mine.txt").read_text()


def test_no_folder_is_made_for_a_record(inkrail: Call) -> None:
    assert "games/copy.txt: file.no_folder: " in play(inkrail, "save games/copy.txt", "3 d1").out
    assert inkrail("terminal", "games/new.txt").complaint.startswith("games/new.txt: file.no_folder: ")
    assert not Path("games").exists()


@pytest.mark.parametrize("option", [("--rules", "lake"), ("--seats", "1"), ("--values", "manual")])
def test_options_of_a_new_game_are_refused_when_one_is_resumed(
    inkrail: Call, option: tuple[str, str]
) -> None:
    play(inkrail, "3 d1")
    complaint = inkrail("terminal", "game.txt", *option).complaint
    assert complaint.startswith(
        f"inkrail: usage.option_resuming: The option {option[0]} is for a new game, but game"
    )


def test_options_of_a_new_game_start_one_without_asking(inkrail: Call, tmp_path: Path) -> None:
    inkrail("terminal", stdin="")
    assert "unfinished" not in inkrail("terminal", "--rules", "lake", stdin="").out
    records = sorted((tmp_path / "state" / "inkrail").iterdir())
    assert ["rules: lake\n" in record.read_text() for record in records] == [False, True]


def test_a_running_record_holds_rolls_and_no_seed(inkrail: Call) -> None:
    answer = play(inkrail, "3 d1")
    record = Path("game.txt").read_text()
    assert SEED_X in record
    assert "seed" not in record
    assert "Go on with: inkrail terminal game.txt --seed x\n" in answer.out


def test_a_game_is_resumed_from_its_file(inkrail: Call) -> None:
    play(inkrail, "3 d1", "quit")
    assert "Going on with game.txt: round 1 of 7." in play(inkrail, "1 b1 1").out
    assert actions() == ["draw railway-straight D1 R.R.", "draw highway-curve B1 H..H"]


def test_a_game_is_not_resumed_with_another_seed(inkrail: Call) -> None:
    play(inkrail, "3 d1")
    answer = inkrail("terminal", "game.txt", "--seed", "y")
    assert answer.complaint.startswith("inkrail: record.not_of_seed: ")


def test_games_without_a_file_are_kept_and_offered_again(inkrail: Call, tmp_path: Path) -> None:
    folder = tmp_path / "state" / "inkrail"
    inkrail("terminal", stdin="")
    again = inkrail("terminal", stdin="yes\nhelp\n")
    assert f"There is an unfinished game: {folder}" in again.out
    inkrail("terminal", stdin="no\n")
    assert sorted(path.name for path in folder.iterdir()) == ["game-1.inkrail", "game-2.inkrail"]


def test_seats_play_in_turn(inkrail: Call) -> None:
    one_round = ("1 b1 1", "2 f1 1", "3 d1", "4 b7 1", "done")
    answer = play(inkrail, *one_round, "others", "3 d7", options=("--seats", "2"))
    assert "It is the turn of seat 2." in answer.out
    assert " Seat 1 · 0 points " in answer.out
    assert actions()[-1] == "draw railway-straight D7 R.R."


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--seats", "7"), 'inkrail: usage.number: --seats must be a whole number from 1 to 6, not "7".'),
        (("--seats", "two"), 'inkrail: usage.number: --seats must be a whole number from 1 to 6, not "two".'),
        (("--rules", "base+draft"), "inkrail: table.seats: A table for 1 does not work here."),
        (("--rules", "swamp"), "inkrail: ruleset.unknown: "),
        (("--seed", "a b"), 'inkrail: usage.seed: "a b" cannot be a seed.'),
        (("--seed", "#1"), "inkrail: usage.seed: "),
        (("--seed", ""), "inkrail: usage.seed: "),
    ],
)
def test_bad_options_are_one_line(inkrail: Call, *, options: tuple[str, ...], said: str) -> None:
    assert inkrail("terminal", "game.txt", *options).complaint.startswith(said)
    assert not Path("game.txt").exists()


def test_a_file_that_is_no_record_is_left_alone(inkrail: Call) -> None:
    Path("game.txt").write_text("my letters\n")
    assert inkrail("terminal", "game.txt").complaint.startswith("game.txt:1: record.version: ")
    assert Path("game.txt").read_text() == "my letters\n"


def test_a_folder_that_cannot_be_written(inkrail: Call) -> None:
    Path("file").write_text("")
    answer = inkrail("terminal", "file/game.txt")
    assert answer.complaint.startswith("file/game.txt: file.unwritable: ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_means_two_things_in_a_language(language: str) -> None:
    spelt = [one for word in Word for one in catalogue(language)[word.value].split()]
    assert len(spelt) == len(set(spelt))
    known = words(catalogue(language))
    assert {known[catalogue("en")[word.value].split()[0]] for word in Word} == set(Word)


@pytest.mark.parametrize(
    ("language", "typed", "said"),
    [
        ("en", ("3 d1", "undo"), "Longest railway 0 (-1)"),
        ("es", ("3 d1", "deshacer"), "Vía de ferrocarril más larga 0 (-1)"),
        ("de", ("3 d1", "zurück"), "Längste Gleisstrecke 0 (-1)"),
    ],
)
def test_the_game_speaks_three_languages(
    inkrail: Call, *, language: str, typed: tuple[str, ...], said: str
) -> None:
    assert said in play(inkrail, *typed, options=("--lang", language)).out


def test_in_a_real_terminal_it_has_colours_and_hides_the_other_seat(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", "from inkrail.cli import main; main()"]
    environment = {**os.environ, "INKRAIL_LANG": "en", "TERM": "xterm-256color", "PYTHONUTF8": "1"}
    environment.pop("NO_COLOR", None)
    # Tests that run in the background may have been told to ignore interrupts; the program would inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(  # noqa: S603
        [*command, "terminal", "game.txt", "--seats", "2", "--seed", "x"],
        cwd=tmp_path,
        env=environment,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    signal.signal(signal.SIGINT, before)
    os.close(theirs)
    printed = _until(ours, "Press Enter when you are ready. ")
    os.write(ours, b"\n")
    printed += _until(ours, "Seat 1> ")
    process.send_signal(signal.SIGINT)
    printed += _until(ours, "--seed x")
    assert process.wait() == 0
    os.close(ours)
    assert "\x1b[H" in printed
    assert "\x1b[2m" in printed


def _until(terminal: int, text: str) -> str:
    seen = b""
    while text not in (read := seen.decode(errors="replace")):
        seen += os.read(terminal, 65536)
    return read


def test_the_game_begins_with_what_the_table_agreed_on(inkrail: Call) -> None:
    """S3, S8: printed at the start, and again with the help."""
    usual = "House rules · Longest route: each cell counts once (usual) · Networks: points as on the boards (usual)\n"
    assert play(inkrail, "help").out.count(usual) == 2
    Path("game.txt").unlink()
    answer = play(inkrail, options=("--longest", "stretches", "--values", "manual"))
    assert "a T or a crossing may count again (house rule)" in answer.out
    assert (
        "points of an old manual (2 exits: 1, 3: 3, 4: 6, 5: 10, 6: 15, 7 or more: 20) (house rule)"
        in answer.out
    )


@pytest.mark.parametrize(
    ("rules", "common"),
    [
        ("river", "Common dice: highway bridge + highway bridge\n"),
        ("meteor", "Common dice: free choice + 2\n"),
        ("underground", None),
    ],
)
def test_d4_common_dice_are_named_while_a_pair_is_chosen(
    inkrail: Call, *, rules: str, common: str | None
) -> None:
    options = ("--rules", f"{rules}+draft", "--seats", "2")
    answer = play(inkrail, "pick 1", "pick 2", "pick 3", "pick 4", options=options).out
    chosen = answer.partition("It is the turn of seat")[0]
    assert chosen.count("Common dice: ") == (4 if common else 0)
    assert (common or "Start player: ") in chosen
    assert chosen.count("You hold: ") == 2
    held = re.findall("You hold: (.*)", chosen)
    assert all(line.count(" + ") == 1 and "bridge" not in line for line in held)


def test_d3_what_is_no_pair_is_answered_with_those_that_are_left(inkrail: Call) -> None:
    options = ("--rules", "base+draft", "--seats", "2")
    answer = play(inkrail, "2", "foo", "1 b1", "help", "2", "1", options=options).out
    assert answer.count("Type the number of a pair: 1, 3, 4.") == 3
    assert answer.count("There is no pair 2 to pick.") == 1
    assert "pair 0" not in answer


def test_d1_d6_d8_the_terminal_names_the_star_and_the_next_start_player(inkrail: Call) -> None:
    options = ("--rules", "base+draft", "--seats", "2")
    answer = play(inkrail, "pick 1", "pick 2", "pick 3", "pick 4", "help", options=options).out
    assert answer.count("has the star: drawn by lot to start the first round.") == 2
    assert answer.count("If points and errors are equal, the star decides: ") == 2
    chosen, _, drawing = answer.partition("It is the turn of seat")
    assert chosen.count("Start player: Seat ") == 4
    assert "\nNext start player: Seat " in drawing
    assert "The next start player is the one whose four dice are worth least" in drawing
