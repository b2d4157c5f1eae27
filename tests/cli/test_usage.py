"""Command lines that cannot be parsed give one line; help and version exist."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import S7, Call

from inkrail import __version__
from inkrail.cli.entry import COMMANDS, EXTRAS

Program = Callable[..., "subprocess.CompletedProcess[bytes]"]
MAIN = "from inkrail.cli import main; main()"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("dance",), 'inkrail: usage.command_unknown: There is no command "dance".'),
        (("--dance",), 'inkrail: usage.option_unknown: There is no option "--dance" here. "inkrail --help"'),
        (("score",), "inkrail: usage.argument_missing: FILE is missing."),
        (("score", "a", "b"), 'inkrail: usage.argument_extra: There is no place for "b".'),
        (("score", "a", "--dance"), 'inkrail: usage.option_unknown: There is no option "--dance" here.'),
        (("score", "a", "-x"), 'inkrail: usage.option_unknown: There is no option "-x" here.'),
        (
            ("score", "a", "--rules"),
            'inkrail: usage.option_value: The option --rules needs a value. "inkrail score --help" says which.',
        ),
        (
            ("score", "a", "--json=1"),
            'inkrail: usage.option_no_value: The option --json takes no value. "inkrail score --help" says',
        ),
        (("score", "a", "--rules", "swamp"), 'inkrail: ruleset.unknown: There is no ruleset "swamp".'),
        (("score", "a", "--rules", ""), 'inkrail: ruleset.unknown: There is no ruleset "".'),
        (("score", "a", "--rules", "underground-standalone+draft"), "inkrail: ruleset.no_route_dice: "),
        (("legal", "a", "--piece", "motorway"), 'inkrail: piece.unknown: There is no piece "motorway".'),
        (
            ("score", "a", "--longest", "x"),
            'inkrail: usage.choice: --longest cannot be "x". Choose one of: cells,',
        ),
        (
            ("score", "a", "--values", "x"),
            'inkrail: usage.choice: --values cannot be "x". Choose one of: official,',
        ),
        (("score", "a", "--lang", "fr"), 'inkrail: language.unknown: There is no language "fr".'),
        (("--lang", "fr", "score", "a"), 'inkrail: language.unknown: There is no language "fr".'),
        (
            ("score", "a", "--lang"),
            'inkrail: usage.option_value: The option --lang needs a value. "inkrail score --help" says which.',
        ),
        (("--lang",), 'inkrail: usage.option_value: The option --lang needs a value. "inkrail --help" says'),
        (
            ("show", "a", "--svg", ""),
            'inkrail: usage.option_value: The option --svg needs a value. "inkrail show --help" says which.',
        ),
        (("serve", "--database="), "inkrail: usage.option_value: The option --database needs a value."),
        (("score", "none.txt"), "none.txt: file.missing: There is no such file."),
        (("score", "none/at/all.txt"), "none/at/all.txt: file.missing: There is no such file."),
        (("score", ""), "inkrail: file.missing: There is no such file."),
        (("show", "-", "--svg", "."), ".: file.is_directory: This is a folder."),
        (("score", "."), ".: file.is_directory: This is a folder."),
        (("score", "a\0b"), "a\\x00b: file.unreadable: This file cannot be read"),
        (("score", "a\nb"), "a\\x0ab: file.missing: There is no such file."),
        (("score", "--", "--json"), "--json: file.missing: There is no such file."),
    ],
)
def test_one_line_says_what_is_wrong(inkrail: Call, words: tuple[str, ...], said: str) -> None:
    answer = inkrail(*words)
    assert answer.complaint.startswith(said)
    assert answer.out == ""


def test_a_file_that_may_not_be_read(inkrail: Call, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "board.txt").symlink_to("board.txt")
    assert inkrail("score", "folder/board.txt").complaint.startswith("folder/board.txt: file.unreadable: ")


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "There is no command"), ("es", "No hay ninguna orden"), ("de", "Es gibt keinen Befehl")],
)
def test_complaints_speak_the_language_of_the_environment(
    inkrail: Call, monkeypatch: pytest.MonkeyPatch, *, language: str, said: str
) -> None:
    monkeypatch.setenv("LC_MESSAGES", f"{language}_XX.UTF-8")
    assert said in inkrail("dance").complaint


@pytest.mark.parametrize("words", [("--lang", "de"), ("--lang=de",)])
def test_a_language_alone_lists_the_commands_in_it(inkrail: Call, words: tuple[str, ...]) -> None:
    answer = inkrail(*words)
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.startswith("Aufruf: inkrail ")


@pytest.mark.parametrize("language", ["en", "es", "de"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(inkrail: Call, command: str, language: str) -> None:
    answer = inkrail(command, "--help", "--lang", language)
    usage = {"en": "Usage: ", "es": "Uso: ", "de": "Aufruf: "}[language]
    assert answer.out.startswith(f"{usage}inkrail {command} ")
    assert answer.status == 0
    assert "--lang LANG" in answer.out
    assert "cli." not in answer.out
    assert "{" not in answer.out
    assert max(map(len, answer.out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("socre",), "score"),
        (("score", "a", "--rule", "lake"), "--rules"),
        (("score", "a", "--rules", "lakes"), "lake"),
        (("score", "a", "--rules", "lake+daft"), "lake+draft"),
        (("legal", "a", "--piece", "overpas"), "overpass"),
        (("simulate", "--bot", "gready"), "greedy"),
        (("simulate", "--bot", "greedy", "--against", "rundom"), "random"),
        (("score", "a", "--lang", "eng"), "en"),
    ],
)
def test_a_misspelt_name_is_answered_with_the_one_that_was_meant(
    inkrail: Call, words: tuple[str, ...], meant: str
) -> None:
    assert inkrail(*words).complaint.endswith(f' Did you mean "{meant}"?')


def test_a_misspelt_piece_in_a_file_too(inkrail: Call) -> None:
    complaint = inkrail("score", "board.txt", "--lang", "de", board="overpas B1 HRHR\n").complaint
    assert complaint.endswith(" Meintest du „overpass“?")


def test_a_name_like_no_other_is_answered_with_no_guess(inkrail: Call) -> None:
    assert "Did you mean" not in inkrail("dance").complaint


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",), ("--lang", "de", "--help")])
def test_the_program_lists_its_commands(inkrail: Call, words: tuple[str, ...]) -> None:
    answer = inkrail(*words)
    assert answer.status == 0
    listed = [line.split()[0] for line in answer.out.splitlines() if line.startswith("  ") and line[2] != " "]
    assert [name for name in COMMANDS if name not in listed] == []


def test_the_version(inkrail: Call) -> None:
    assert inkrail("--version").out == f"inkrail {__version__}\n"


def test_without_the_extra_the_program_says_what_to_install(program: Program) -> None:
    done = program(f"import sys; sys.modules['click'] = None; {MAIN}", "score", "x", "--lang", "en")
    assert done.returncode == 2
    assert done.stderr.decode() == (
        'inkrail: extra.missing: This needs the extra "cli", which is not installed: '
        'pip install "inkrail[cli]".\n'
    )


ENVS = {"gymnasium", "pettingzoo", "pyspiel", "open_spiel"}
"""The packages of the extra `envs`, which no command uses."""

WATCH = (
    "import sys; from inkrail.cli.entry import run; run(sys.argv[1:]);"
    "print(*sorted({name.partition('.')[0] for name in sys.modules} - set(sys.stdlib_module_names)));"
    "print(*sorted(name for name in sys.modules if name.startswith('inkrail.')))"
)


def test_the_list_of_commands_needs_no_rules(program: Program) -> None:
    """So that `inkrail --help` starts at once; benchmarks/start.py measures it."""
    packages, modules = program(WATCH, "--help").stdout.decode().splitlines()[-2:]
    assert {"click", "inkrail"} == set(packages.split()) & {*EXTRAS, "inkrail"}
    parts = {name.split(".")[1] for name in modules.split()}
    assert parts == {"cli", "core", "i18n"}


def test_importing_the_library_imports_nothing_else(program: Program) -> None:
    code = "import sys; before = set(sys.modules); import inkrail; print(*sorted(set(sys.modules) - before))"
    assert program(code).stdout.decode().split() == ["inkrail"]


def test_boards_are_scored_and_games_played_without_the_packages_of_other_extras(program: Program) -> None:
    watch = (
        "import sys; from inkrail.cli.entry import run; run(sys.argv[1:]);"
        f"print(*sorted({{name.partition('.')[0] for name in sys.modules}} & {set(EXTRAS) | ENVS}))"
    )
    for command in ("score", "check", "legal"):
        done = program(watch, command, "-", "--json", "--piece", "overpass", input=S7.encode())
        assert done.stdout.splitlines()[-1] == b"click"
    done = program(watch, "simulate", "--bot", "random", "--games", "2", "--processes", "1", "--json")
    assert done.stdout.splitlines()[-1] == b"click rich"


def test_a_reader_that_goes_away_is_no_error(program: Program) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = program(
        MAIN, "score", "-", "--json", input=S7.encode(), stdout=writer, capture_output=False, stderr=-1
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_an_output_that_is_full_is_told_in_one_line(program: Program) -> None:
    with Path("/dev/full").open("wb") as full:
        options = {"stdout": full, "stderr": subprocess.PIPE, "capture_output": False}
        done = program(MAIN, "score", "-", "--json", "--lang", "en", input=S7.encode(), **options)
    assert done.returncode == 2
    assert done.stderr.startswith(b"-: file.unwritable: This file cannot be written (")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(("command", "status"), [("score", 0), ("show", 0), ("replay", 2)])
def test_nobody_has_to_listen(program: Program, command: str, status: int) -> None:
    """Python has no stream for an output that was closed before it started."""
    closed = "import sys; sys.stdout = sys.stderr = None;"
    done = program(f"{closed}{MAIN}", command, "-", input=S7.encode())
    assert (done.returncode, done.stdout, done.stderr) == (status, b"", b"")


def test_an_interrupt_ends_quietly(program: Program) -> None:
    interrupted = (
        "import inkrail.cli.boards as b\ndef stop(*a, **k): raise KeyboardInterrupt\nb.open_input = stop\n"
    )
    done = program(f"{interrupted}{MAIN}", "score", "-")
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.parametrize(
    ("language", "said"), [("de", b"Laengste Strasse"), ("es", b"Via de ferrocarril mas larga")]
)
def test_a_console_without_our_letters_gets_the_nearest_spelling(
    program: Program, language: str, said: bytes
) -> None:
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = program(MAIN, "score", "-", "--lang", language, input=S7.encode(), env=ascii_only)
    assert (done.returncode, done.stderr) == (0, b"")
    assert said in done.stdout


def test_the_installed_program_is_this_one(tmp_path: Path) -> None:
    script = Path(sys.executable).with_name("inkrail")
    done = subprocess.run([script, "--version"], cwd=tmp_path, capture_output=True, check=True)  # noqa: S603
    assert done.stdout.decode() == f"inkrail {__version__}\n"
