"""Temporary database faults: a database that is away, full or too slow is not a server error."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg  # type: ignore[import-untyped]  # it comes without types
from sqlalchemy import exc

from inkrail.server.rooms.interfaces import Counter, TryAgain

log = logging.getLogger("inkrail.storage")

_OUR_OWN = (exc.IntegrityError, exc.ProgrammingError, exc.DataError, exc.NotSupportedError)
"""Errors in the statement itself, which would fail again."""
FAULTS = (
    exc.DBAPIError,
    exc.TimeoutError,
    # SQLAlchemy does not wrap what asyncpg raises while connecting.
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
)
"""Errors of a database that is away, full, too slow, or not to be used as it is."""


@contextmanager
def faults_refused(failures: Counter | None = None) -> Iterator[None]:
    """Turn temporary database faults into the refusal `server.storage`."""
    try:
        yield
    except _OUR_OWN:
        raise
    except FAULTS as error:
        if failures:
            failures.inc()
        log.warning("database fault", extra={"error": fault_text(error)})
        raise TryAgain("server.storage") from error


def fault_text(error: BaseException) -> str:
    """The database's error message in one line, without the statement and its values."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, OSError) and error.filename and error.strerror:
        return error.strerror  # the sentence around it names the file
    text = str(getattr(error, "orig", None) or error) or type(error).__name__
    return text.partition("\n")[0][:200]
