"""The examples in the docs run, and give what the docs say.

For each page, in order: `python` blocks are executed (one that begins with `# NAME.py` is that file, as is one of Perl), `pycon` and
`console` blocks must print what is written below their commands, and `inkrail` commands in `sh` blocks must succeed.
The commands of the README are run in a shell that knows nothing of this repository.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
import webbrowser
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest
from tools import doc_samples

from inkrail.cli.entry import COMMANDS, run
from inkrail.server import serve as serving
from inkrail.server.settings import Settings

ROOT = Path(__file__).parents[1]
PAGES = (
    "README.md",
    "docs/start.md",
    "docs/play.md",
    "docs/library.md",
    "docs/study.md",
    "docs/write-a-bot.md",
    "docs/bot-protocol.md",
    "docs/environments.md",
    "docs/cluster.md",
)
SAMPLED = ("docs/start.md", "docs/cli.md")


def blocks(page: str) -> Iterator[tuple[str, str]]:
    """Language and text of each block of code."""
    yield from doc_samples.BLOCK.findall((ROOT / page).read_text())


def commands(text: str) -> Iterator[list[str]]:
    """The words of each `inkrail` command."""
    for line in text.splitlines():
        words = shlex.split(line, comments=True)
        if words[:1] == ["inkrail"]:
            yield words[1:]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty current folder, as for a reader who follows the page."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        # A page's file may have the name of another page's.
        if getattr(sys.modules[name], "__file__", None) in {str(path) for path in tmp_path.glob("*.py")}:
            del sys.modules[name]


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_run(page: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {"__name__": "__main__"}
    told: list[str] = []
    for language, text in blocks(page):
        if language == "python":
            if file := re.match(r"# (\w+\.py)\n", text):
                (folder / file[1]).write_text(text)
            exec(compile(text, page, "exec"), names)  # noqa: S102 - our own examples
        elif language == "perl":
            (folder / str(doc_samples.file_named(text))).write_text(text)
        elif language == "pycon":
            test = doctest.DocTestParser().get_doctest(text, names, page, page, None)
            doctest.DocTestRunner().run(test, out=told.append, clear_globs=False)
            names.update(test.globs)
        elif language == "sh":
            for words in commands(text):
                if words[0] not in ("play", "serve"):
                    assert run(words) == 0, (words, capsys.readouterr().err)
    assert told == [], "".join(told)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_examples(page: str) -> None:
    assert {"python", "pycon", "perl", "sh"} & {language for language, _ in blocks(page)} != set()


@pytest.mark.parametrize("page", SAMPLED)
def test_commands_print_the_samples_of_a_page(page: str) -> None:
    text = (ROOT / page).read_text()
    assert text == doc_samples.updated(text), f"run: python tools/doc_samples.py {page}"


def test_every_command_that_ends_without_a_person_has_a_sample() -> None:
    blocks_of_commands = [text for language, text in blocks("docs/cli.md") if language == "console"]
    sampled = set(re.findall(r"^\$ inkrail (\w+)", "".join(blocks_of_commands), re.MULTILINE))
    # Commands that serve or are interactive have their own tests, and the numbers of `bench` differ between machines.
    assert sampled == set(COMMANDS) - {"terminal", "play", "serve", "backup", "bench", "completion"}


@pytest.mark.parametrize(
    ("sample", "output", "good"),
    [
        ("a 1\n", "a 1\n", True),
        ("a …\n", "a 1\n", True),
        ("a 1\n", "a 2\n", False),
        ("a …\n", "a 1\nb\n", False),
        ("", "a 1\n", False),
    ],
)
def test_a_sample_matches_what_was_printed(*, sample: str, output: str, good: bool) -> None:
    assert doc_samples.matches(sample, output) is good


def test_what_differs_from_run_to_run_stays_left_out_when_other_lines_are_renewed() -> None:
    assert list(doc_samples.merged("a …\nb\n", "a 1\nc\n")) == ["a …\n", "c\n"]
    assert list(doc_samples.merged("a …\n", "a 1\nb\n")) == ["a …\n", "b\n"]
    assert list(doc_samples.merged("a …\nb\n", "a 1\n")) == ["a …\n", ""]


def test_a_sample_that_is_wrong_is_renewed() -> None:
    page = "```text\n# board.txt\nhighway-straight B1 H.H.\n```\n\n```console\n$ inkrail check board.txt --json\n{}\n```\n"
    assert doc_samples.updated(page) == page.replace("{}", '{"legal":true}')


def test_the_commands_of_the_readme_work_in_a_fresh_shell(tmp_path: Path) -> None:
    """As for somebody who installed the package, with the bot saved as the README says."""
    scripts = []
    for language, text in blocks("README.md"):
        if name := doc_samples.file_named(text):
            (tmp_path / name).write_text(text)
        if language == "sh" and not text.startswith("make "):
            scripts.append(text)
    assert scripts
    environment = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.defpath}", "HOME": str(tmp_path)}
    for script in scripts:
        done = subprocess.run(  # noqa: S603 - our own examples
            ["/bin/sh", "-euc", script],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), script


def test_the_readme_names_targets_that_the_makefile_has() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"^make (\w+)", (ROOT / "README.md").read_text(), re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_readme_leads_to_the_manuals_and_they_to_every_page() -> None:
    """Sphinx refuses a page that no table of contents has."""
    assert "](docs/index.md)" in (ROOT / "README.md").read_text()


def test_play_serves_where_the_readme_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []

    def serve(settings: Settings, *, port: int, ready: Callable[[str], None]) -> None:  # noqa: ARG001
        ready(f"http://127.0.0.1:{port}/")

    class Now:
        """A thread that runs at once."""

        def __init__(self, *, target: Callable[[str], None], args: list[str], daemon: bool) -> None:
            assert daemon
            target(*args)

        def start(self) -> None:
            """Nothing is left to do."""

    monkeypatch.setattr(serving, "serve", serve)
    monkeypatch.setattr(import_module("inkrail.cli.play"), "Thread", Now)
    monkeypatch.setattr(webbrowser, "open", opened.append)
    assert run(["play"]) == 0
    assert opened == [capsys.readouterr().out.strip()] == ["http://localhost:8000/"]
    assert run(["play", "--no-browser"]) == 0
    assert capsys.readouterr().out.strip() == "http://localhost:8000/"
    assert len(opened) == 1
    assert "http://localhost:8000" in (ROOT / "README.md").read_text()
