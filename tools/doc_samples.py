"""Run the `inkrail` commands of a page and write their output below them.

In a `console` block a line `$ inkrail …` is a command, and the lines below it are its output; `$ echo $?` is the exit
status of the command before. A block whose first or second line is `# NAME` is the file of that name. A sample may
have `…` for what differs from run to run.

    python tools/doc_samples.py docs/cli.md
"""

from __future__ import annotations

import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, chdir, contextmanager, redirect_stderr, redirect_stdout
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"(?:[^#\n][^\n]*\n)?# ([\w-]+\.[a-z]+)\n")
LANGUAGE_VARIABLES = ("INKRAIL_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


@contextmanager
def plain_terminal(folder: Path) -> Iterator[None]:
    """Run in this folder, in English, with 80 columns."""
    environment = dict(os.environ)
    (folder / "docs").symlink_to(ROOT / "docs")
    try:
        for name in LANGUAGE_VARIABLES:
            os.environ.pop(name, None)
        os.environ["COLUMNS"] = "80"
        with chdir(folder):
            yield
    finally:
        os.environ.clear()
        os.environ.update(environment)


def file_named(block: str) -> str | None:
    """The file name of a block, if it is a file."""
    match = FILE.match(block)
    return match[1] if match else None


def rerun(block: str) -> str:
    """A `console` block with the current output of its commands."""
    parts = re.split(r"^(\$ .*\n)", block, flags=re.MULTILINE)
    lines, status = [parts[0]], 0
    for command, sample in zip(parts[1::2], parts[2::2], strict=True):
        words = shlex.split(command[2:], comments=True)
        if words == ["echo", "$?"]:
            output = f"{status}\n"
        else:
            status, output = call(words)
        lines += [command, *merged(sample, output)]
    return "".join(lines)


def merged(sample: str, output: str) -> Iterator[str]:
    """The output, but with lines of the sample that have `…` and still match."""
    for old, new in zip_longest(
        sample.splitlines(keepends=True), output.splitlines(keepends=True), fillvalue=""
    ):
        yield old if new and matches(old, new) else new


def call(words: list[str]) -> tuple[int, str]:
    """The exit status of a command, and its output."""
    from inkrail.cli.entry import run  # noqa: PLC0415 - heavier than the rest of this file

    assert words[0] == "inkrail", words
    printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with ExitStack() as streams:
        streams.enter_context(redirect_stdout(printed))
        streams.enter_context(redirect_stderr(printed))
        status = run(words[1:])
        sys.stdout.flush()
    text = printed.buffer.getvalue().decode()
    return status, "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def matches(sample: str, output: str) -> bool:
    """Whether a command's output matches its sample."""
    pattern = ".*?".join(map(re.escape, sample.split("…")))
    return re.fullmatch(pattern, output) is not None


def updated(page: str) -> str:
    """A page with all its samples updated; the commands run in an empty folder."""

    def renew(match: re.Match[str]) -> str:
        language, text = match[1], match[2]
        if name := file_named(text):
            Path(name).write_text(text)
        return f"```{language}\n{rerun(text) if language == 'console' else text}```"

    with tempfile.TemporaryDirectory() as folder, plain_terminal(Path(folder)):
        return BLOCK.sub(renew, page)


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        Path(argument).write_text(updated(Path(argument).read_text()))
