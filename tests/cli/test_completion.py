"""What a shell completes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Call

from inkrail.cli.completion import SHELLS
from inkrail.cli.entry import COMMANDS


def completed(inkrail: Call, monkeypatch: pytest.MonkeyPatch, line: str, *, to: str = "bash") -> list[str]:
    """What a shell is offered for the last word of a line."""
    words = line.split(" ")
    monkeypatch.setenv("_INKRAIL_COMPLETE", f"{to}_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", words[-1] if to == "fish" else str(len(words) - 1))
    answer = inkrail()
    assert (answer.status, answer.err) == (0, "")
    return [line for line in answer.out.splitlines() if line]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("inkrail ", [f"plain,{name}" for name in COMMANDS]),
        ("inkrail s", [f"plain,{name}" for name in COMMANDS if name.startswith("s")]),
        ("inkrail simulate --bot g", ["plain,greedy"]),
        ("inkrail simulate --g", ["plain,--games"]),
        ("inkrail score board.txt --rules underg", None),
        ("inkrail score board.txt --longest ", ["plain,cells", "plain,stretches"]),
        ("inkrail legal board.txt --piece highway-s", ["plain,highway-straight"]),
        ("inkrail score boa", ["file,boa"]),
        ("inkrail show x --svg pic", ["file,pic"]),
        ("inkrail completion ", ["plain,bash", "plain,zsh", "plain,fish"]),
        ("inkrail check board.txt --pi", []),
    ],
)
def test_what_is_offered(
    inkrail: Call, monkeypatch: pytest.MonkeyPatch, *, line: str, offered: list[str] | None
) -> None:
    underground = ["underground", "underground-standalone", "underground+draft"]
    wanted = [f"plain,{name}" for name in underground] if offered is None else offered
    assert sorted(completed(inkrail, monkeypatch, line)) == sorted(wanted)


def test_zsh_and_fish_also_get_the_help(inkrail: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INKRAIL_LANG", "de")
    zsh = completed(inkrail, monkeypatch, "inkrail ba", to="zsh")
    assert zsh == ["plain", "backup", "Kopiert die Datenbank eines Servers, auch während er läuft."]
    fish = completed(inkrail, monkeypatch, "inkrail simulate --ga", to="fish")
    assert fish[-1].startswith("plain")
    assert "--games" in "".join(fish)
    assert "Wie viele Partien." in "".join(fish)


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_its_script(inkrail: Call, shell: str) -> None:
    script = inkrail("completion", shell).out
    assert f"_INKRAIL_COMPLETE={shell}_complete" in script


def test_another_shell_is_refused(inkrail: Call) -> None:
    complaint = inkrail("completion", "tcsh").complaint
    assert complaint == 'inkrail: usage.choice: SHELL cannot be "tcsh". Choose one of: bash, zsh, fish.'


def test_bash_completes_with_the_script(tmp_path: Path) -> None:
    """A real bash runs the script, which calls the program."""
    folder = Path(sys.executable).parent
    code = (
        f'PATH={folder}:$PATH; eval "$(inkrail completion bash)";'
        "COMP_WORDS=(inkrail simulate --bot gr); COMP_CWORD=3; _inkrail_completion inkrail; echo ${COMPREPLY[@]}"
    )
    done = subprocess.run(  # noqa: S603
        ["/bin/bash", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("greedy\n", "")
