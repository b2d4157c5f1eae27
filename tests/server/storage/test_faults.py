"""Which database errors are temporary, and what is logged of them."""

import logging

import asyncpg  # type: ignore[import-untyped]
import pytest
from sqlalchemy import exc

from inkrail.server.metrics import Metrics
from inkrail.server.rooms.interfaces import TryAgain
from inkrail.server.storage.faults import faults_refused

STATEMENT = "INSERT INTO game_rows VALUES (?)"


@pytest.mark.parametrize(
    "error",
    [
        exc.OperationalError(STATEMENT, ("a token",), Exception("database or disk is full")),
        exc.DBAPIError(
            STATEMENT, ("a token",), Exception("connection was closed"), connection_invalidated=True
        ),
        exc.TimeoutError("no connection is free"),
        asyncpg.CannotConnectNowError("the database system is starting up"),
        asyncpg.InterfaceError("connection is closed"),
        ConnectionRefusedError("connection refused"),
        TimeoutError(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_what_passes_is_refused_counted_and_logged_without_values(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    metrics = Metrics()
    caplog.set_level(logging.WARNING)
    with pytest.raises(TryAgain) as caught, faults_refused(metrics.storage_failures):
        raise error
    assert caught.value.code == "server.storage"
    assert metrics.registry.get_sample_value("inkrail_storage_failures_total") == 1
    (record,) = caplog.records
    text = record.__dict__["error"]
    assert text
    assert "token" not in text
    assert "INSERT" not in text


@pytest.mark.parametrize(
    "error",
    [
        exc.IntegrityError(STATEMENT, (), Exception("UNIQUE constraint failed")),
        exc.ProgrammingError(STATEMENT, (), Exception("syntax error")),
        ValueError("a row that cannot be read"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_of_our_own_stay_what_they_are(error: Exception) -> None:
    with pytest.raises(type(error)), faults_refused():
        raise error
