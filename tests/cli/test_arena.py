"""`inkrail bots`, `simulate` and `bench`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Call
from tests.cli.test_usage import Program

from inkrail.arena import match
from inkrail.bots.registry import BOT_NAMES

OWN_BOT = """\
import os
import time
from pathlib import Path
from signal import SIGINT

from inkrail.bots.random_bot import RandomBot
from inkrail.game.actions import Done

class Mine(RandomBot):
    name = "mine"

class Quitter(Mine):
    def play(self, view, *, rng):
        return (Done(),)


class Interrupted(Mine):
    # Ctrl-C in the fourth game; the first is the warm-up.
    games = 1
    last_round = 0

    def play(self, view, *, rng):
        Interrupted.games += view.round_ < Interrupted.last_round
        Interrupted.last_round = view.round_
        if Interrupted.games == 4:
            raise KeyboardInterrupt
        return super().play(view, rng=rng)

class InterruptedAtOnce(Mine):
    def play(self, view, *, rng):
        raise KeyboardInterrupt

class Impatient(Mine):
    # The second to reach round 5 sends the parent a Ctrl-C, and goes on for ever.
    def play(self, view, *, rng):
        if view.round_ == 5 and (Path("played").exists() or Path("played").write_text("")):
            os.kill(os.getppid(), SIGINT)
            while True:
                time.sleep(5)
        return super().play(view, rng=rng)
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module with a bot in the current folder."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "own_for_the_arena.py").write_text(OWN_BOT)
    monkeypatch.delitem(sys.modules, "own_for_the_arena", raising=False)
    monkeypatch.setattr(match, "_warm", set())  # this module's bots have not played yet
    return "own_for_the_arena"


def last(out: str) -> dict[str, object]:
    """The object on the last line."""
    found: dict[str, object] = json.loads(out.splitlines()[-1])
    return found


def test_bots_are_listed_with_level_and_description(inkrail: Call) -> None:
    (answer,) = inkrail("bots", "--json").objects
    bots = answer["bots"]
    assert isinstance(bots, list)
    assert [bot["name"] for bot in bots] == list(BOT_NAMES)
    summary = "Draws anywhere it may: about \N{MINUS SIGN}4 points in the base game."
    assert bots[0] == {"name": "random", "level": 1, "summary": summary, "available": True}
    levels = [bot["level"] for bot in bots]
    assert levels == sorted(levels)


def test_bots_are_a_table_for_people_in_their_language(inkrail: Call) -> None:
    out = inkrail("bots", "--lang", "de").out
    assert [name for name in BOT_NAMES if name not in out] == []
    assert "Stufe" in out


def test_a_bot_of_ones_own_is_checked(inkrail: Call, own: str) -> None:
    answer = inkrail("bots", "--check", f"{own}:Mine")
    assert answer.status == 0
    assert "Base game: good\n" in answer.out
    assert answer.out.count(": good\n") == answer.out.count("\n") == 13


def test_a_check_may_be_of_one_ruleset(inkrail: Call, own: str) -> None:
    assert inkrail("bots", "--check", f"{own}:Mine", "--rules", "lake+draft").out == "Lake + Draft: good\n"
    assert "ruleset.unknown" in inkrail("bots", "--check", f"{own}:Mine", "--rules", "laek").err
    alone = inkrail("bots", "--rules", "lake")
    assert (alone.status, "usage.option_alone" in alone.err) == (2, True)


def test_what_a_bot_does_wrong_is_told_for_each_ruleset(inkrail: Call, own: str) -> None:
    answer = inkrail("bots", "--check", f"{own}:Quitter")
    assert answer.status == 1
    assert "Base game: bot.illegal: The bot mine did what the rules do not allow" in answer.out
    told = last(inkrail("bots", "--check", f"{own}:Quitter", "--json").out)["problems"]
    assert isinstance(told, list)
    assert told[0]["code"] == "bot.illegal"


def test_a_simulation_is_one_object(inkrail: Call) -> None:
    words = ("simulate", "--bot", "random", "--games", "3", "--seed", "s", "--processes", "1", "--json")
    first, again = (inkrail(*words).objects[-1] for _ in range(2))
    assert (first["bot"], first["games"]) == ("random", 3)
    assert {"mean", "sd", "sem", "cpu_seconds_per_round", "components"} <= set(first)
    first.pop("cpu_seconds_per_round")
    again.pop("cpu_seconds_per_round")
    assert first == again


def test_a_simulation_without_the_luck_of_the_dice(inkrail: Call) -> None:
    words = ("simulate", "--bot", "random", "--games", "1", "--processes", "1", "--adjusted")
    (answer,) = inkrail(*words, "--json").objects
    adjusted = answer["adjusted"]
    assert isinstance(adjusted, dict)
    assert isinstance(adjusted["mean"], float)
    table = " ".join(inkrail(*words).out.split())  # the widths depend on the CPU time
    assert f"Mean without luck of the dice {adjusted['mean']:.2f} " in table


def test_where_not_all_rolls_are_counted_the_missing_scores_without_luck_are_told(inkrail: Call) -> None:
    words = ("simulate", "--bot", "random", "--rules", "river", "--games", "1", "--processes", "1", "--json")
    answer = inkrail(*words, "--adjusted")
    (measured,) = answer.objects
    assert measured["adjusted"] is None
    assert answer.err.startswith("Too many rolls in this game")
    assert not inkrail(*words).err


def test_every_process_finds_a_bot_of_ones_own(inkrail: Call, own: str) -> None:
    words = ("simulate", "--bot", f"{own}:Mine", "--games", "2", "--json", "--processes")
    alone, together = (last(inkrail(*words, processes).out) for processes in ("1", "2"))
    assert alone["bot"] == "mine"
    assert alone["scores"] == together["scores"]


def test_two_bots_are_compared_in_a_table(inkrail: Call) -> None:
    answer = inkrail(
        "simulate",
        "--bot",
        "random",
        "--against",
        "random",
        "--games",
        "2",
        "--processes",
        "1",
        "--rules",
        "river",
    )
    assert answer.status == 0
    assert "River, 2 games, 1 seat, seed " in answer.out
    assert "Difference: +0.00, with 95 % confidence from +0.00 to +0.00\n" in answer.out


def test_an_interrupted_simulation_prints_what_it_has(inkrail: Call, own: str) -> None:
    words = ("simulate", "--bot", f"{own}:Interrupted", "--games", "9", "--processes", "1")
    answer = inkrail(*words, "--json")
    assert (answer.status, answer.err) == (
        130,
        "Interrupted: these are the results of the first 2 games of 9.\n",
    )
    whole = last(
        inkrail("simulate", "--bot", f"{own}:Mine", "--games", "2", "--processes", "1", "--json").out
    )
    assert last(answer.out)["scores"] == whole["scores"]


def test_an_interrupted_comparison_prints_the_games_that_both_have_played(inkrail: Call, own: str) -> None:
    words = (
        "simulate",
        "--bot",
        "random",
        "--against",
        f"{own}:Interrupted",
        "--games",
        "9",
        "--processes",
        "1",
    )
    answer = inkrail(*words)
    assert answer.status == 130
    assert "Base game, 2 games, 1 seat, seed 1" in answer.out


def test_a_simulation_interrupted_before_its_first_result_prints_nothing(inkrail: Call, own: str) -> None:
    words = ("simulate", "--bot", f"{own}:InterruptedAtOnce", "--games", "9", "--processes", "1")
    answer = inkrail(*words)
    assert (answer.status, answer.out, answer.err) == (130, "", "")


def test_ctrl_c_ends_all_processes_of_a_simulation_quietly(
    program: Program, tmp_path: Path, own: str
) -> None:
    words = ("simulate", "--bot", f"{own}:Impatient", "--games", "9", "--processes", "2")
    # Where the tests run in the background, their shell ignores the signal for all that they start.
    heeded = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    done = program(heeded + "from inkrail.cli import main; main()", *words)
    assert done.returncode == 130
    assert b"Traceback" not in done.stderr
    assert done.stderr.count(b"\n") == bool(done.stdout), "a line says so if there were results"
    assert (tmp_path / "played").exists()


def test_parts_are_merged_to_what_one_run_prints(inkrail: Call) -> None:
    words = (
        "simulate",
        "--bot",
        "random",
        "--against",
        "greedy",
        "--games",
        "3",
        "--processes",
        "1",
        "--json",
    )
    whole = last(inkrail(*words).out)
    for part in ("1/2", "2/2"):
        assert inkrail(*words, "--part", part, "--out", part[0]).status == 0
    (answer,) = inkrail("merge", "2", "1", "--json").objects
    for found in (whole, answer, whole["against"], answer["against"]):
        assert isinstance(found, dict)
        found.pop("cpu_seconds_per_round")
    assert answer == whole
    assert "Base game, 3 games, 1 seat, seed 1" in inkrail("merge", "1", "2").out


def test_an_interrupted_simulation_is_resumed(inkrail: Call, own: str) -> None:
    words = ("simulate", "--bot", f"{own}:Interrupted", "--games", "4", "--processes", "1", "--json")
    assert inkrail(*words, "--resume", "results").status == 130
    del sys.modules[own]  # as in a new process
    match._warm.clear()
    resumed = inkrail(*words, "--resume", "results")
    assert resumed.status == 0
    whole = inkrail("simulate", "--bot", f"{own}:Mine", "--games", "4", "--processes", "1", "--json")
    assert last(resumed.out)["scores"] == last(whole.out)["scores"]


def test_what_cannot_be_merged_or_resumed_is_told_in_one_line(inkrail: Call, tmp_path: Path) -> None:
    words = ("simulate", "--bot", "random", "--games", "2", "--processes", "1")
    inkrail(*words, "--part", "1/2", "--out", "one")
    for wrong, said in (
        (("merge",), "inkrail: usage.argument_missing: "),
        (("merge", "none"), "none: file.missing: "),
        (("merge", "one", "one"), "one: results.twice: Part 1/2 is in one too."),
        (("merge", "one"), "inkrail: results.part_missing: These parts are missing: 2/2."),
        ((*words, "--resume", "one"), "one: results.settings: These results are of --part 1/2, not 1/1."),
        ((*words, "--out", "one"), "one: results.exists: "),
        ((*words, "--resume", "."), ".: file.is_directory: "),
        ((*words, "--out", "no/such"), "no/such: file.no_folder: "),
        (
            (*words, "--part", "1/2"),
            "inkrail: usage.option_alone: The option --part is of no use without --out FILE or --resume FILE.",
        ),
        ((*words, "--out", "."), ".: file.is_directory: This is a folder. Name a file in it."),
        ((*words, "--out", ""), "inkrail: usage.option_value: The option --out needs a value."),
        ((*words, "--cluster", ""), "inkrail: usage.option_value: The option --cluster needs a value."),
        ((*words, "--cluster", " "), "inkrail: usage.option_value: The option --cluster needs a value."),
        ((*words, "--part", "3/2", "--out", "two"), "inkrail: usage.part: "),
        ((*words, "--part", "1/3", "--out", "two"), "inkrail: usage.part: "),
        ((*words, "--part", "half", "--out", "two"), "inkrail: usage.part: "),
        ((*words, "--out", "two", "--resume", "two"), "inkrail: usage.option_clash: "),
        ((*words, "--cluster", "tcp://127.0.0.1:1"), "inkrail: usage.option_clash: "),
    ):
        assert inkrail(*wrong).complaint.startswith(said)
    (tmp_path / "board").write_text("highway-t A1 HHH.\n")
    assert inkrail("merge", "one", "board").complaint.startswith("board:1: results.syntax: ")
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix != ".py") == ["board", "one"]


def test_a_single_game_has_no_spread(inkrail: Call) -> None:
    words = ("simulate", "--bot", "random", "--against", "random", "--games", "1", "--processes", "1")
    assert "Difference in a single game: +0.00" in inkrail(*words).out
    found = last(inkrail(*words, "--json").out)
    assert (found["sd"], found["sem"]) == (None, None)


def test_a_bot_that_breaks_the_rules_is_one_line(inkrail: Call, own: str) -> None:
    line = inkrail("simulate", "--bot", f"{own}:Quitter", "--games", "1", "--processes", "1").complaint
    assert line.startswith('inkrail: bot.illegal: The bot mine did what the rules do not allow, "done": ')


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), "usage.argument_missing"),
        (("--bot", "genius"), "bot.unknown"),
        (("--bot", "random", "--against", "genius"), "bot.unknown"),
        (("--bot", "no_such_module:Bot"), "bot.not_imported"),
        (("--bot", "random", "--games", "0"), "usage.number"),
        (("--bot", "random", "--processes", "many"), "usage.number"),
        (("--bot", "random", "--seed", "a b"), "usage.seed"),
        (("--bot", "random", "--rules", "chess"), "ruleset.unknown"),
        (("--bot", "random", "--rules", "base+draft", "--seats", "1"), "table.seats"),
    ],
)
@pytest.mark.usefixtures("own")
def test_what_cannot_be_simulated_is_told_in_one_line(
    inkrail: Call, words: tuple[str, ...], code: str
) -> None:
    assert inkrail("simulate", *words).complaint.startswith(f"inkrail: {code}: ")


def test_both_engines_are_measured_in_one_run(inkrail: Call) -> None:
    (answer,) = inkrail("bench", "--seconds", "0.05", "--json").objects
    games = answer["games_per_second"]
    assert isinstance(games, dict)
    assert 0 < games["reference"] < games["kernel"]
    assert isinstance(answer["children_per_second"], float)
    assert answer["children_per_second"] > games["kernel"]


@pytest.mark.parametrize("rules", ["river", "meteor", "lava+draft", "underground"])
def test_every_ruleset_can_be_measured(inkrail: Call, rules: str) -> None:
    (answer,) = inkrail("bench", "--seconds", "0.01", "--rules", rules, "--json").objects
    games = answer["games_per_second"]
    assert isinstance(games, dict)
    assert games["reference"] > 0
    assert (games["kernel"] is None) == (answer["children_per_second"] is None)


def test_speeds_are_a_table_for_people(inkrail: Call) -> None:
    assert "Random games, kernel" in inkrail("bench", "--seconds", "0.05").out


@pytest.mark.parametrize("seconds", ["0", "-1", "soon", "nan"])
def test_a_measurement_takes_some_time(inkrail: Call, seconds: str) -> None:
    assert inkrail("bench", "--seconds", seconds).complaint.startswith(
        "inkrail: usage.decimal: --seconds must be a number from 0.01 to 600, not "
    )
