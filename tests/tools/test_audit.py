"""The audit of the pinned packages, with a vulnerability database of the test's own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from tools.audit import CLEAN, ROOT, UNREACHED, VULNERABLE, Pin, audit, pins

LOCK = """# made by a tool
left==1.0 \\
    --hash=sha256:00
right==2.0.post1 ; sys_platform == 'win32' \\
    --hash=sha256:11
"""
PAGE_LOCK = {
    "packages": {
        "": {"name": "page"},
        "node_modules/@scope/up": {"version": "3.0.0"},
        "node_modules/@scope/up/node_modules/down": {"version": "4.0.0"},
    }
}
PINS = [
    Pin("PyPI", "left", "1.0"),
    Pin("PyPI", "right", "2.0.post1"),
    Pin("npm", "@scope/up", "3.0.0"),
    Pin("npm", "down", "4.0.0"),
]


class Database(BaseHTTPRequestHandler):
    """Knows of two vulnerabilities of `right`, on two pages."""

    is_clean = False

    def do_POST(self) -> None:
        assert self.path == "/v1/querybatch"
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self._answer({"results": [self._result(query) for query in body["queries"]]})

    def _result(self, query: dict[str, Any]) -> dict[str, Any]:
        if self.is_clean or (query["package"]["name"], query["version"]) != ("right", "2.0.post1"):
            return {}
        if "page_token" in query:
            return {"vulns": [{"id": "OSV-2"}]}
        return {"vulns": [{"id": "OSV-1"}], "next_page_token": "more"}

    def do_GET(self) -> None:
        self._answer({"summary": f"bad news in {self.path}"})

    def _answer(self, body: dict[str, Any]) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, *_: object) -> None:
        pass


class CleanDatabase(Database):
    is_clean = True


@contextmanager
def database(kind: type[Database]) -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), kind) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "requirements.lock").write_text(LOCK)
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "package-lock.json").write_text(json.dumps(PAGE_LOCK))
    return tmp_path


def test_every_pin_of_both_lock_files_is_asked_about(root: Path) -> None:
    assert pins(root) == PINS


def test_the_pins_of_this_repository_are_read() -> None:
    names = {(pin.ecosystem, pin.name) for pin in pins(ROOT)}
    assert {("PyPI", "fastapi"), ("PyPI", "uvloop"), ("npm", "svelte"), ("npm", "@types/node")} <= names


def test_known_vulnerabilities_are_listed(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with database(Database) as address:
        assert audit(root, database=address) == VULNERABLE
    assert capsys.readouterr().out.splitlines() == [
        "PyPI right 2.0.post1: OSV-1 bad news in /v1/vulns/OSV-1",
        "PyPI right 2.0.post1: OSV-2 bad news in /v1/vulns/OSV-2",
        "4 packages checked, 1 with known vulnerabilities",
    ]


def test_packages_without_known_vulnerabilities_pass(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with database(CleanDatabase) as address:
        assert audit(root, database=address) == CLEAN
    assert capsys.readouterr().out == "4 packages checked, 0 with known vulnerabilities\n"


def test_without_a_database_nothing_passes(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with database(CleanDatabase) as address:
        pass
    assert audit(root, database=address) == UNREACHED
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"not checked: no vulnerability database at {address} (")
