"""Bots that are programs of their own, and everything that such a program can do wrong."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

import inkrail
from inkrail.bots import program
from inkrail.bots.bot import Bot
from inkrail.bots.conformance import conformance
from inkrail.bots.playing import play_game
from inkrail.bots.program import ProgramBot
from inkrail.bots.protocol import format_score
from inkrail.bots.reaper import REAPER
from inkrail.bots.registry import find_bot
from inkrail.core.dice import SeededRng
from inkrail.core.errors import Refusal
from inkrail.game.view import View, view
from inkrail.i18n import LANGUAGES, catalogue
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset

SCRIPT = Path(__file__).with_name("misbehaving.pl")
BRIEFLY = 0.3
"""Seconds for a program of which no answer is expected."""


def command(flaw: str) -> str:
    return f"perl {SCRIPT} {flaw}"


def first_view(rules: str = "base") -> View:
    table = inkrail.open_table(parse_ruleset(rules))
    table, _ = table.roll(table.throw(SeededRng("program")))
    return view(table, Seat(0))


def is_running(pid: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has asked about does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def pids() -> set[int]:
    """The programs that this process has started and that still run."""
    text = Path(f"/proc/self/task/{os.getpid()}/children").read_text()
    return {pid for pid in map(int, text.split()) if is_running(pid)} - {REAPER.pid}


@pytest.fixture(autouse=True)
def nothing_left_running() -> Iterator[None]:
    before = pids()
    yield
    gc.collect()
    assert pids() <= before


def test_a_program_has_the_name_and_level_of_its_greeting_and_plays() -> None:
    bot = find_bot(f"program:{command('first')}")
    assert (bot.name, bot.level) == ("first", 1)
    seen = first_view()
    (action,) = bot.play(seen, rng=SeededRng("x"))
    assert action == inkrail.Drawing(seen.options[0].verb, seen.options[0].placements[0])
    assert repr(bot) == f"ProgramBot({command('first')!r})"


@pytest.mark.parametrize("flaw", ["first", "last", "random", "blanks"])
def test_a_program_that_answers_with_any_legal_line_plays_by_the_rules(flaw: str) -> None:
    rules = ["base", "meteor+draft", "lava", "underground"] if flaw == "first" else ["meteor"]
    assert conformance(f"program:{command(flaw)}", rules=rules) == ()


def test_a_program_that_ignores_the_random_number_is_not_deterministic() -> None:
    (problem,) = conformance(f"program:{command('moody')}", rules=["base"])
    assert problem.code == "bot.not_deterministic"


@pytest.mark.parametrize(
    ("flaw", "code", "detail"),
    [
        ("silent", "bot.program_silent", ("seconds", "0.3")),
        ("spins", "bot.program_silent", ("seconds", "0.3")),
        ("flood", "bot.program_silent", ("seconds", "0.3")),
        ("empty", "bot.program_silent", ("seconds", "0.3")),
        ("ended", "bot.program_ended", ("status", "7")),
        ("killed", "bot.program_ended", ("status", "-9")),
        ("idle", "bot.program_ended", ("status", "-9")),
        ("fish", "bot.program_answer", ("answer", "fish")),
        ("bytes", "bot.program_answer", ("answer", "��\x00")),
        ("long", "bot.program_answer", ("answer", "x" * 10_000)),
        ("piece", "bot.program_answer", ("answer", "draw motorway D4 HHHH")),
    ],
)
def test_what_a_program_does_wrong_has_its_code(flaw: str, code: str, detail: tuple[str, str]) -> None:
    bot = ProgramBot(command(flaw), seconds=BRIEFLY if code == "bot.program_silent" else 60)
    with pytest.raises(Refusal) as caught:
        bot.play(first_view(), rng=SeededRng("x"))
    key, value = detail
    assert (caught.value.code, str(caught.value.params[key])) == (code, value)
    assert caught.value.params["command"] == command(flaw)
    assert caught.value.params["asked"] == "turn, rules base, round 1 7, seat 1 1"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("no-such-program", "bot.program_not_started"),
        (str(SCRIPT), "bot.program_not_started"),
        ("perl 'open", "bot.program_not_started"),
        ("true", "bot.program_ended"),
        ("cat", "bot.program_greeting"),
        ("echo inkrail-bot 2 x 1", "bot.program_greeting"),
        ("echo inkrail-bot 1 x 11", "bot.program_greeting"),
        ("echo inkrail-bot 1 two words 1", "bot.program_greeting"),
        ("yes fish", "bot.program_greeting"),
    ],
)
def test_a_program_that_does_not_greet_is_refused_at_once(words: str, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        find_bot(f"program:{words}")
    assert (caught.value.code, caught.value.params["command"]) == (code, words)
    for language in LANGUAGES:
        assert "{" not in catalogue(language).refusal(caught.value)


def test_a_program_that_is_silent_from_the_start_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "START_SECONDS", BRIEFLY)
    with pytest.raises(Refusal) as caught:
        find_bot("program:sleep 3600")
    assert (caught.value.code, caught.value.params["asked"]) == ("bot.program_silent", "inkrail-bot 1")


def test_a_game_tells_what_was_asked_and_why_in_the_reader_s_language() -> None:
    with pytest.raises(Refusal) as caught:
        inkrail.play(f"program:{command('fish')}", rules="lake", seed="tuesday")
    told = catalogue("de").refusal(caught.value)
    assert caught.value.code == "bot.program_answer"
    assert told.startswith(
        f"Das Programm „{command('fish')}“ hat „fish“ geantwortet, und das ist keine Aktion: "
    )
    assert told.endswith("„done“. Gefragt wurde: turn, rules lake, round 1 6, seat 1 1, seed tuesday.")


def test_an_illegal_answer_is_told_like_that_of_any_bot() -> None:
    (problem,) = conformance(f"program:{command('done')}", rules=["base"])
    assert (problem.code, problem.params["action"]) == ("bot.illegal", "done")


def test_questions_are_answered_or_refused(capfd: pytest.CaptureFixture[str]) -> None:
    ProgramBot(command("nosy")).play(first_view(), rng=SeededRng("x"))
    assert capfd.readouterr().err.split("\n")[:2] == ["refused action.not_scored"] * 2


def test_several_questions_may_be_asked_at_once(capfd: pytest.CaptureFixture[str]) -> None:
    ProgramBot(command("hasty")).play(first_view(), rng=SeededRng("x"))
    first, second, third, _ = capfd.readouterr().err.split("\n")
    assert (first, third) == ("refused placement.unconnected", "refused action.not_scored")
    assert second.startswith("score ")


def test_picking_dice_is_an_action_without_a_score() -> None:
    table = inkrail.open_table(parse_ruleset("base+draft"), seats=2)
    table, _ = table.roll(table.throw(SeededRng("program")))
    seen = next(seen for seat in range(2) if (seen := view(table, Seat(seat))).picks)
    assert format_score(seen, (inkrail.Pick(1),)) == "refused action.not_scored\n"


@pytest.mark.parametrize(("flaw", "code"), [("ended", "bot.program_ended"), ("fish", "bot.program_answer")])
def test_a_simulation_names_the_game_in_which_a_program_failed(flaw: str, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        inkrail.simulate(f"program:{command(flaw)}", games=2, seed="tuesday", processes=1)
    assert caught.value.code == code
    assert caught.value.params["asked"] == "turn, rules base, round 1 7, seat 1 1, seed tuesday-1"


def test_a_program_that_does_not_read_blocks_nobody() -> None:
    """Twenty turns are longer than a pipe holds; the answers come although nothing is read."""
    script = 'print "inkrail-bot 1 deaf 1\\n"; <STDIN>; print "done\\n" x 20; sleep 3600'
    bot = ProgramBot(f"perl -e '$|=1; {script}'")
    for _ in range(20):
        assert bot.play(first_view("underground"), rng=SeededRng("x")) == (inkrail.Done(),)


def test_a_program_ends_with_its_bot_and_its_time_counts() -> None:
    before = pids()
    bot = ProgramBot(
        "perl -e '$|=1; <STDIN>; for (1 .. 3e6) { $x += $_ } print \"inkrail-bot 1 busy 1\\n\"; <STDIN>'"
    )
    (pid,) = pids() - before
    assert bot.close() > 0.01
    assert not is_running(pid)
    assert bot.close() == 0
    with pytest.raises(Refusal) as caught:
        bot.play(first_view(), rng=SeededRng("x"))
    assert caught.value.code == "bot.program_ended"


def test_the_time_of_a_program_counts_as_its_seat_s() -> None:
    class Costly(ProgramBot):
        """Claims a cost that no other seat has."""

        def close(self) -> float:
            return super().close() + 1000

    bots: list[Callable[[], Bot]] = [partial(find_bot, "random"), partial(Costly, command("first"))]
    seconds = play_game(parse_ruleset("base"), bots=bots, seed="x").seconds
    assert seconds[0] < 500 < seconds[1]


def test_a_server_s_settings_are_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INKRAIL_SECRET", "secret")
    monkeypatch.setenv("OTHER", "visible")
    bot = ProgramBot(
        'perl -e \'$|=1; print "inkrail-bot 1 ", join("", @ENV{qw(INKRAIL_SECRET OTHER)}), " 1\\n"; <STDIN>\''
    )
    assert bot.name == "visible"


PAGE = (Path(__file__).parents[2] / "docs" / "bot-protocol.md").read_text()


def test_the_page_shows_the_message_about_an_answer() -> None:
    problem = Refusal(
        "bot.program_answer",
        command="perl homebody.pl",
        asked="turn, rules lake, round 2 6, seat 1 1, seed tuesday-3",
        answer="Done",
        reason=Refusal("action.unknown", action="Done"),
    )
    assert f"inkrail: {problem.code}: {catalogue('en').refusal(problem)}\n" in PAGE


def test_the_page_tells_the_limits_and_every_code() -> None:
    assert [code for code in program.PROGRAM_CODES if f"`{code}`" not in PAGE] == []
    assert (
        f"within {program.START_SECONDS:g} seconds and each turn, with all its questions, within {program.ANSWER_SECONDS:g}"
        in PAGE
    )
