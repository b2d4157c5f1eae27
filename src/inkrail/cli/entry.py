"""Runs a command line and returns its exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from inkrail.cli.complaint import Complaint, complaint
from inkrail.cli.streams import INTERRUPTED, abandon_output, flush_output, prepare_streams
from inkrail.core.errors import Refusal
from inkrail.i18n import Catalogue, catalogue, choose_language

COMMANDS = (
    "score",
    "check",
    "legal",
    "replay",
    "show",
    "review",
    "hint",
    "solve",
    "best",
    "puzzles",
    "terminal",
    "play",
    "serve",
    "backup",
    "bots",
    "simulate",
    "merge",
    "bench",
    "warm",
    "completion",
)
"""Each command is in the module of its name, which is imported only when the command runs."""

EXTRAS = {
    "click": "cli",
    "rich": "cli",
    "numpy": "bots",
    "numba": "bots",
    "dask": "cluster",
    "distributed": "cluster",
    **dict.fromkeys(
        (
            "aiosqlite",
            "alembic",
            "asyncpg",
            "fastapi",
            "orjson",
            "cryptography",
            "prometheus_client",
            "pydantic",
            "resvg_py",
            "sqlalchemy",
            "starlette",
            "uvicorn",
            "uvloop",
            "websockets",
        ),
        "server",
    ),
}
"""The extra that installs each package."""

BAD_INPUT = 2
BROKEN_PIPE = 141


def run(arguments: Sequence[str]) -> int:
    """Run a command line; an error is one line on standard error."""
    prepare_streams()
    voice = catalogue(choose_language(None, os.environ))
    try:
        voice = catalogue(choose_language(_requested_language(arguments), os.environ))
        from inkrail.cli.grammar import run_program  # noqa: PLC0415 - this needs the extra `cli`

        status = run_program(COMMANDS, arguments, voice=voice)
        flush_output()
    except (Complaint, Refusal, ModuleNotFoundError) as problem:
        status = _complain(problem, voice)
    except BrokenPipeError:
        abandon_output()
        status = BROKEN_PIPE
    except OSError as error:
        abandon_output()
        status = _complain(complaint("file.unwritable", where="-", reason=error.strerror), voice)
    except KeyboardInterrupt:
        status = INTERRUPTED
    return status


def _complain(problem: Exception, voice: Catalogue) -> int:
    """Print one line on standard error, after all answers that came before it."""
    try:
        flush_output()
        print(_as_complaint(problem).line(voice), file=sys.stderr)
    except OSError:
        abandon_output()
    return BAD_INPUT


def _as_complaint(problem: Exception) -> Complaint:
    match problem:
        case Complaint():
            return problem
        case Refusal():
            return Complaint(problem)
        case ModuleNotFoundError(name=str(name)) if name.partition(".")[0] in EXTRAS:
            return complaint("extra.missing", extra=EXTRAS[name.partition(".")[0]])
        case _:
            raise problem


def _requested_language(arguments: Sequence[str]) -> str | None:
    """The language of `--lang`, read before anything else so that every message is in it."""
    language = None
    for number, word in enumerate(arguments):
        if word == "--":
            break
        if word == "--lang":
            language = arguments[number + 1] if number + 1 < len(arguments) else None
        elif word.startswith("--lang="):
            language = word.partition("=")[2]
    return language
