"""The examples of the documents run, and give what the documents say.

Of each page, in the order written: `python` blocks are executed (one that begins with `# NAME.py` is that file),
`pycon` blocks must print what is written under them, and `inkrail` commands of `sh` blocks must end well.
"""

from __future__ import annotations

import doctest
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from inkrail.cli.entry import run

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/library.md", "docs/write-a-bot.md")


def blocks(page: str) -> Iterator[tuple[str, str]]:
    """Language and text of each block of code."""
    yield from re.findall(r"^```(\w+)\n(.*?)^```$", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)


def commands(text: str) -> Iterator[list[str]]:
    """The words of each `inkrail` command."""
    for line in text.splitlines():
        words = shlex.split(line, comments=True)
        if words[:1] == ["inkrail"]:
            yield words[1:]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder in which a reader types along."""
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
    assert {"python", "pycon"} & {language for language, _ in blocks(page)} != set()
