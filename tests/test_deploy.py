"""docs/deploy.md lists all settings, and its commands work."""

import re
import shlex
from dataclasses import asdict
from pathlib import Path

import pytest
from tools.doc_samples import BLOCK

from inkrail.cli.entry import run
from inkrail.server import serve as serving
from inkrail.server.settings import PREFIX, Settings, read_settings

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "deploy.md").read_text()
TABLE = dict(re.findall(rf"^\| `({PREFIX}\w+)` \| (.*?) \|", PAGE, re.MULTILINE))
SERVICE = next(text for language, text in BLOCK.findall(PAGE) if language == "ini")
COMMANDS = [
    shlex.split(line)
    for line in [
        *(line for language, text in BLOCK.findall(PAGE) if language == "sh" for line in text.splitlines()),
        *re.findall(r"^ExecStart=(.*)$", SERVICE, re.MULTILINE),
    ]
    if "inkrail serve" in line
]


def test_every_setting_is_listed_with_its_default() -> None:
    defaults = {PREFIX + name.upper(): value for name, value in asdict(Settings()).items()}
    assert TABLE.keys() == defaults.keys()
    for name, value in defaults.items():
        match value:
            case "":
                continue
            case bool():
                assert TABLE[name] == ("yes" if value else "no")
            case float() | int():
                assert float(TABLE[name]) == value
            case _:
                assert TABLE[name] == value


def test_the_environment_of_the_service_is_read() -> None:
    named = dict(re.findall(r"^Environment=(INKRAIL_\w+)=(.*)$", SERVICE, re.MULTILINE))
    assert read_settings(named).database == named["INKRAIL_DATABASE"]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_that_serves_is_understood(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    started = []
    monkeypatch.setattr(serving, "serve", lambda settings, **options: started.append((settings, options)))
    while re.match(r"[A-Z_]+=", words[0]):
        name, _, value = words[0].partition("=")
        monkeypatch.setenv(name, value)
        words = words[1:]
    assert run(words[1:]) == 0
    (settings, options) = started[0]
    for option, value in zip(words[2::2], words[3::2], strict=True):
        given = {**options, "database": settings.database}[option.removeprefix("--")]
        assert str(given) == value


def test_the_page_serves_three_commands() -> None:
    assert len(COMMANDS) == 3


def test_the_proxy_upgrades_the_address_of_a_tables_socket() -> None:
    location = re.search(r"location ~ (\S+) \{", PAGE)
    assert location
    assert re.search(location[1], "/api/tables/k3v9qz7m/live")
    assert not re.search(location[1], "/api/tables/k3v9qz7m")


def test_the_proxy_of_several_processes_finds_the_table_in_an_address() -> None:
    config = (ROOT / "docs" / "nginx.conf").read_text()
    pattern = re.search(r"~(\S+) \$inkrail_table;", config)
    assert pattern
    finds = re.compile(pattern[1].replace("(?<", "(?P<"))
    for rest in ("", "/live", "/join", "/boards/0.svg"):
        table = finds.search(f"/api/tables/k3v-9qz_7m{rest}")
        assert table
        assert table["inkrail_table"] == "k3v-9qz_7m"
    assert not finds.search("/api/tables")
    location = re.search(r"location ~ (\S+) \{", config)
    assert location
    assert re.search(location[1], "/api/tables/k3v9qz7m/live")
