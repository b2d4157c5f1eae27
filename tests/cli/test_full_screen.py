"""The game on a whole terminal, behind a real pseudo-terminal."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest
from tests.cli.glass import Glass

import inkrail

UP, DOWN, RIGHT, LEFT, HOME, DELETE = ("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[3~")
TAB, ENTER, BACKSPACE, ESCAPE = "\t", "\r", "\x7f", "\x1b"
ASKED = re.compile(r"(?:Seat 1>|which pair\?|which number\?|Review the game\? \[yes/no\])\s*\Z")
"""The program waits, and nothing is typed yet."""
CHOSEN = re.compile(r"^.*  >(\w+) ", re.MULTILINE)


def actions(folder: Path) -> list[str]:
    """The actions of the first seat in the saved game."""
    file = folder / "game.txt"
    return re.findall(r"^1 (.*)$", file.read_text(), re.MULTILINE) if file.exists() else []


def game(folder: Path, *words: str, **size: int) -> Glass:
    return Glass("game.txt", "--seed", "x", *words, folder=folder, **size)


def test_board_dice_and_score_fit_in_80_by_24(tmp_path: Path) -> None:
    with game(tmp_path) as glass:
        screen = glass.shows(
            "Seat 1>", "Round 1 of 7 · seat 1 · 0 points", "Total", "1 highway curve: 6 cells"
        )
        lines = screen.split("\n")
        assert len(lines) == 24
        assert lines[0].startswith(" ┌─A────B╫───C")
        assert lines[22].startswith(" └───────╫")
        assert lines[23] == "Seat 1>"
        assert not glass.overflowed


def test_keys_choose_a_die_and_a_cell_draw_turn_and_take_back(tmp_path: Path) -> None:
    with game(tmp_path) as glass:
        glass.shows("Seat 1>")
        glass.press(TAB)
        glass.until(lambda screen: ">1 highway curve" in screen and "[[+]]" in screen)
        glass.press(ENTER)
        glass.shows("0 points (+0)")
        assert actions(tmp_path) == ["draw highway-curve A4 ..HH"]
        glass.press(" ")
        glass.until(lambda _: len(actions(tmp_path)) == 3)
        assert actions(tmp_path)[1:] == ["take-back A4", "draw highway-curve A4 H..H"]
        glass.until(lambda screen: "4╪══╝" in screen)
        glass.press(BACKSPACE)
        glass.until(lambda screen: "1 highway curve" in screen)
        assert actions(tmp_path)[-1] == "take-back A4"


def test_arrows_move_the_cell_and_escape_chooses_nothing(tmp_path: Path) -> None:
    with game(tmp_path) as glass:
        glass.shows("Seat 1>")
        glass.press(TAB * 3)
        glass.until(lambda screen: (chosen := CHOSEN.search(screen)) and chosen[1] == "3")
        glass.press(RIGHT + UP + DOWN + LEFT + ENTER)
        glass.until(lambda _: actions(tmp_path))
        assert actions(tmp_path)[0].startswith("draw railway-straight")
        glass.press("\x1b[Z")
        glass.until(CHOSEN.search)
        glass.press(ESCAPE)
        glass.until(lambda screen: not CHOSEN.search(screen))


def test_a_cell_where_nothing_fits_is_refused_beside_the_board(tmp_path: Path) -> None:
    with game(tmp_path) as glass:
        glass.shows("Seat 1>")
        glass.press("1 d4" + ENTER)
        glass.shows("In D4 no side of highway curve")
        assert actions(tmp_path) == []


def test_a_line_can_be_edited_and_typed_again(tmp_path: Path) -> None:
    with game(tmp_path) as glass:
        glass.shows("Seat 1>")
        glass.press("9x d2" + BACKSPACE + "1" + HOME + DELETE + DELETE + "3")
        glass.shows("Seat 1> 3 d1")
        glass.press(ENTER)
        glass.until(lambda _: actions(tmp_path) == ["draw railway-straight D1 R.R."])
        glass.until(lambda screen: "3 railway" not in screen)
        glass.press("undo" + ENTER)
        glass.until(lambda screen: "3 railway" in screen)
        glass.press("x" + UP)
        glass.shows("Seat 1> undo")
        glass.press(UP)
        glass.shows("Seat 1> 3 d1")
        glass.press(DOWN + DOWN)
        glass.until(lambda screen: screen.endswith("Seat 1>"))


@pytest.mark.parametrize(
    ("line", "expected"), [("help", "Keys while nothing is typed"), ("score", "Total"), ("more", "s6")]
)
def test_longer_answers_are_pages(tmp_path: Path, line: str, expected: str) -> None:
    with game(tmp_path) as glass:
        glass.shows("Seat 1>")
        glass.press(line + ENTER)
        seen = glass.shows("Press any key to go on.")
        while "Seat 1>" not in glass.text:
            glass.press(" ")
            glass.changes()
            seen += glass.text
        assert expected in seen
        assert not glass.overflowed


def pages(glass: Glass, line: str) -> str:
    """What the pages of an answer show, one after the other."""
    glass.press(line + ENTER)
    seen = glass.until(lambda screen: not ASKED.search(screen) and screen.endswith("."))
    while not ASKED.search(glass.text):
        glass.press(" ")
        glass.changes()
        seen += glass.text
    return seen


def test_boards_of_others_are_named_and_drawn_as_our_own(tmp_path: Path) -> None:
    with game(tmp_path, "--bot", "random", "--rules", "underground") as glass:
        glass.shows("Seat 1>")
        seen = pages(glass, "others")
        assert "Seat 2 · 0 points" in seen
        assert seen.count("┌──────────╫") == 2
        assert "+---" not in seen


def test_no_word_of_the_help_is_cut_off_at_the_edge(tmp_path: Path) -> None:
    with game(tmp_path, "--lang", "de") as glass:
        glass.until(lambda screen: screen.endswith("Platz 1>"))
        glass.press("hilfe" + ENTER)
        seen = glass.until(lambda screen: "Taste." in screen)
        words = " ".join(seen.split())
        assert "passt er mehrfach, wirst du gefragt" in words
        assert not glass.overflowed


def test_a_small_terminal_is_told_and_a_larger_one_used(tmp_path: Path) -> None:
    with game(tmp_path, columns=79, lines=24) as glass:
        glass.until(
            lambda screen: (
                "at least 80 columns and 24 lines; this one has 79 and 24" in screen.replace("\n", "")
            )
        )
        assert "┌" not in glass.text
        glass.resize(80, 24)
        glass.shows("┌─A────B╫", "Total")
        glass.resize(140, 40)
        glass.shows("        A      B      C", "    ┌──────────╫", "Total")
        assert not glass.overflowed
        # The rest of the larger screen may still be on its way to the smaller one.
        glass.resize(100, 23)
        glass.until(lambda screen: "this one has 100 and 23" in screen.replace("\n", ""))


def draw_or_end(glass: Glass, folder: Path) -> None:
    """Draw the next die where the program puts it, or end the round."""
    seen, screen = len(actions(folder)), glass.text
    if re.search(r"^.*   \d [^:]+: \d+ cell", screen, re.MULTILINE):
        glass.press(TAB)
        glass.until(CHOSEN.search)
        glass.press(ENTER)
    elif "which" in screen:
        glass.press(re.findall(r"^.*  (\d)  \w", screen, re.MULTILINE)[0] + ENTER)
    else:
        glass.press("done" + ENTER)
    glass.until(lambda _: len(actions(folder)) > seen)
    glass.until(lambda now: now != screen and ASKED.search(now) and not CHOSEN.search(now))


@pytest.mark.parametrize("columns", [80, 160])
@pytest.mark.parametrize("rules", ["underground", "lava", "meteor+draft", "lake"])
def test_a_round_of_every_kind_fits(tmp_path: Path, rules: str, columns: int) -> None:
    lines = 24 if columns == 80 else 50
    with game(tmp_path, "--rules", rules, "--bot", "random", columns=columns, lines=lines) as glass:
        glass.until(ASKED.search)
        while "Round 1" in glass.text:
            draw_or_end(glass, tmp_path)
        assert "done" in actions(tmp_path)
        assert not glass.overflowed


def test_a_whole_game_against_a_bot_ends_with_the_result_and_an_offer(tmp_path: Path) -> None:
    with game(tmp_path, "--bot", "random") as glass:
        glass.until(ASKED.search)
        while "Review the game?" not in glass.text:
            draw_or_end(glass, tmp_path)
        assert not glass.overflowed
        assert "The game is over. Its record: game.txt" in glass.text
        glass.press("no" + ENTER)
        glass.ends()
    record = (tmp_path / "game.txt").read_text()
    assert re.search(r"^score 2 -?\d+$", record, re.MULTILINE)
    assert "# bot 2 random" in record


def test_a_game_against_bots_goes_on_with_them(tmp_path: Path) -> None:
    with game(tmp_path, "--bot", "greedy") as glass:
        glass.shows("Seat 1>")
        glass.process.send_signal(signal.SIGINT)
        assert "inkrail terminal game.txt --seed x" in glass.ends()
    with game(tmp_path) as glass:
        glass.shows("Seat 1>")
        glass.press("quit" + ENTER)
        glass.ends()
    assert "# bot 2 greedy" in (tmp_path / "game.txt").read_text()


def test_two_people_do_not_see_each_other_draw(tmp_path: Path) -> None:
    with game(tmp_path, "--seats", "2") as glass:
        screen = glass.shows("It is the turn of seat 1.", "Press Enter when you are ready.")
        assert "┌" not in screen
        glass.press(ENTER)
        glass.shows("Seat 1>", "┌─A")


def test_a_terminal_that_closes_ends_the_game_and_nothing_is_lost(tmp_path: Path) -> None:
    with game(tmp_path) as glass:
        glass.shows("Seat 1>")
        glass.press("3 d1" + ENTER)
        glass.until(lambda _: actions(tmp_path))
        glass.press("\x04")
        assert "The game is saved." in glass.ends()
    assert actions(tmp_path) == ["draw railway-straight D1 R.R."]


@pytest.mark.slow
def test_a_finished_game_is_reviewed_if_the_player_wants_it(tmp_path: Path) -> None:
    """The rest of a game against a bot; the first review on a machine may have to compile the search."""
    lines = inkrail.format_record(inkrail.play("greedy", "random", seed="x").record).splitlines()
    end = max(number for number, line in enumerate(lines) if line == "1 done")
    played = [line for line in lines[:end] if not line.startswith("seed:")]
    (tmp_path / "game.txt").write_text("\n".join([*played, "# bot 2 random"]) + "\n")
    with game(tmp_path, columns=120, lines=100) as glass:
        glass.shows("Seat 1>")
        glass.press("done" + ENTER)
        glass.shows("Review the game?")
        glass.press("yes" + ENTER)
        assert "Seat 1: par" in glass.ends()
