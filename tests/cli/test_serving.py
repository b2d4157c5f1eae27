"""What stops `serve`, `play` and `backup` before they begin: one line, and nothing left behind."""

from __future__ import annotations

import errno
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.conftest import Call

from inkrail.core.errors import Refusal
from inkrail.server.serve import check_address

COMMANDS = [("serve",), ("play",), ("backup", "copy.sqlite3")]


@pytest.fixture
def port() -> Iterator[str]:
    """A port where nothing answers and that nobody else gets."""
    with socket.socket() as holding:
        holding.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holding.bind(("127.0.0.1", 0))
        yield str(holding.getsockname()[1])


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program listens at."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield int(listening.getsockname()[1])


def words_of(command: tuple[str, ...], *, port: str, database: str) -> tuple[str, ...]:
    where = () if command[0] == "backup" else ("--port", port)
    return (*command, *where, "--database", database)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("database", "said"),
    [
        (
            "postgresql://ann:secret@localhost:seven/x",
            'database.address: "postgresql://ann:***@localhost:seven/x" ',
        ),
        (
            "mysql://ann:secret@localhost/x",
            'database.address: "mysql://ann:***@localhost/x" is not the address ',
        ),
        ("sqlite://x.db", 'database.address: "sqlite://x.db" is not the address of a database.'),
        (
            "postgresql://ann:secret@127.0.0.1:{port}/x",
            "database.unreachable: The database postgresql://ann:***@127.0.0.1:{port}/x does not answer (",
        ),
        (
            "postgresql://127.0.0.1:{port}/x?colour=red",
            "database.unusable: The database postgresql://127.0.0.1:",
        ),
    ],
)
def test_an_address_that_leads_to_no_database(
    inkrail: Call, port: str, *, command: tuple[str, ...], database: str, said: str
) -> None:
    complaint = inkrail(*words_of(command, port=port, database=database.format(port=port))).complaint
    assert complaint.startswith(f"inkrail: {said.format(port=port)}")
    assert "secret" not in complaint
    assert list(Path.cwd().iterdir()) == []


@pytest.mark.parametrize("command", ["serve", "play"])
def test_a_data_folder_that_cannot_be_made(
    inkrail: Call, port: str, monkeypatch: pytest.MonkeyPatch, *, command: str
) -> None:
    Path("taken").touch()
    monkeypatch.setenv("XDG_DATA_HOME", "taken")
    assert inkrail(command, "--port", port).complaint == (
        "inkrail: database.unusable: The database taken/inkrail/inkrail.sqlite3 cannot be used "
        "(Not a directory). Mend that, or name another with --database."
    )
    assert [path.name for path in Path.cwd().iterdir()] == ["taken"]


def write_text(file: Path) -> None:
    file.write_text("no database\n" * 100)


def write_foreign(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE notes (text VARCHAR(20))")


def write_newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        for name in (
            "alembic_version (version_num VARCHAR(32))",
            "game_tables (id INT)",
            "game_rows (id INT)",
        ):
            connection.execute(f"CREATE TABLE {name}")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
        connection.commit()


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("write", "said"),
    [
        (
            write_text,
            "database.unusable: The database games.sqlite3 cannot be used (file is not a database).",
        ),
        (
            write_foreign,
            "database.foreign: The database games.sqlite3 belongs to another program, and nothing ",
        ),
        (write_newer, "database.other_version: The database games.sqlite3 was made by another version of "),
    ],
)
def test_a_file_that_is_no_database_of_this_version_is_left_alone(
    inkrail: Call, port: str, *, command: tuple[str, ...], write: object, said: str
) -> None:
    file = Path("games.sqlite3")
    assert callable(write)
    write(file)
    before = file.read_bytes()
    assert inkrail(*words_of(command, port=port, database="games.sqlite3")).complaint.startswith(
        f"inkrail: {said}"
    )
    assert [(path.name, path.read_bytes()) for path in Path.cwd().iterdir()] == [(file.name, before)]


@pytest.mark.parametrize("command", ["serve", "play"])
def test_a_database_needs_a_folder_and_is_none(inkrail: Call, port: str, command: str) -> None:
    in_no_folder = inkrail(command, "--port", port, "--database", "games/x.sqlite3").complaint
    assert in_no_folder.startswith(
        "inkrail: database.no_folder: The database games/x.sqlite3 cannot be created: "
    )
    assert inkrail(command, "--port", port, "--database", ".").complaint.startswith(
        "inkrail: database.is_folder: "
    )
    assert list(Path.cwd().iterdir()) == []


def test_a_backup_of_a_folder_is_none(inkrail: Call) -> None:
    assert inkrail("backup", "copy", "--database", ".").complaint.startswith("inkrail: backup.no_database: ")
    assert list(Path.cwd().iterdir()) == []


def test_a_port_in_use(inkrail: Call, taken: int) -> None:
    for command in ("serve", "play"):
        complaint = inkrail(command, "--port", str(taken), "--database", "x").complaint
        assert complaint == f"inkrail: serve.port_taken: Port {taken} is in use. Choose another with --port."
    assert list(Path.cwd().iterdir()) == []


@pytest.mark.parametrize(
    ("option", "value", "most"),
    [("--port", "0", 65535), ("--port", "70000", 65535), ("--workers", "many", 64)],
)
def test_a_number_out_of_range_is_told_the_range(
    inkrail: Call, *, option: str, value: str, most: int
) -> None:
    complaint = inkrail("serve", option, value).complaint
    assert (
        complaint
        == f'inkrail: usage.number: {option} must be a whole number from 1 to {most}, not "{value}".'
    )


@pytest.mark.parametrize(
    ("failing", "code"),
    [
        (errno.EADDRNOTAVAIL, "serve.host_elsewhere"),
        (errno.EACCES, "serve.port_forbidden"),
        (errno.ENOBUFS, "serve.cannot_listen"),
    ],
)
def test_an_address_where_this_machine_cannot_listen(
    monkeypatch: pytest.MonkeyPatch, *, failing: int, code: str
) -> None:
    def bind(*_: object) -> None:
        raise OSError(failing, "why")

    monkeypatch.setattr(socket.socket, "bind", bind)
    with pytest.raises(Refusal) as caught:
        check_address("127.0.0.1", 80)
    assert caught.value.code == code


def test_an_unknown_host(inkrail: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    for host in ("no-such-machine", ""):
        complaint = inkrail("serve", "--host", host, "--database", "x").complaint
        assert complaint.startswith(f'inkrail: serve.host_unknown: There is no machine "{host}".')
    assert list(Path.cwd().iterdir()) == []


def test_without_ipv6_the_other_addresses_will_do(monkeypatch: pytest.MonkeyPatch, port: str) -> None:
    known = [(family, socket.SOCK_STREAM, 0, "", ("127.0.0.1", int(port))) for family in (-2, socket.AF_INET)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: known)
    check_address("localhost", int(port))


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("INKRAIL_LOG_LEVEL", "loud", "settings.choice: INKRAIL_LOG_LEVEL cannot be"),
        (
            "INKRAIL_BOT_SECONDS",
            "nan",
            "settings.number: INKRAIL_BOT_SECONDS must be a number from 0.1 to 3600,",
        ),
        (
            "INKRAIL_DATABSE",
            "x",
            'settings.unknown: There is no setting INKRAIL_DATABSE. Did you mean "INKRAIL_DATABASE"?',
        ),
        (
            "INKRAIL_PUSH_CONTACT",
            "op@example.org",
            "settings.contact: INKRAIL_PUSH_CONTACT must be an address",
        ),
        (
            "INKRAIL_BOTS",
            "nonsense",
            "settings.bots: INKRAIL_BOTS must be a function, written module:function;",
        ),
        (
            "INKRAIL_PROGRAM_BOTS",
            "Mine=perl x.pl",
            "settings.program_bots: INKRAIL_PROGRAM_BOTS must list programs as name=command,",
        ),
        (
            "INKRAIL_PROGRAM_BOTS",
            "mine=no-such-program",
            'bot.program_not_started: The program "no-such-program" could not be started:',
        ),
        ("INKRAIL_BOTS", "no_such_module:find", "settings.bots: INKRAIL_BOTS must be a function"),
        (
            "INKRAIL_BOTS",
            "inkrail.bots.registry:find_nothing",
            "settings.bots: INKRAIL_BOTS must be a function",
        ),
    ],
)
def test_a_wrong_setting(
    inkrail: Call, port: str, monkeypatch: pytest.MonkeyPatch, *, name: str, value: str, said: str
) -> None:
    monkeypatch.setenv(name, value)
    for command in ("serve", "play"):
        complaint = inkrail(command, "--port", port, "--database", "y").complaint
        assert complaint.startswith(f"inkrail: {said}")
        assert complaint.count("Did you mean") <= 1
    assert list(Path.cwd().iterdir()) == []
