"""docs/deploy.md lists all settings, and its commands and those of containers and workflows work."""

import json
import re
import shlex
from dataclasses import asdict
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]  # it comes without types
from tools.doc_samples import BLOCK

from inkrail.cli.entry import run
from inkrail.server import serve as serving
from inkrail.server.settings import PREFIX, Settings, read_settings
from inkrail.server.storage import backup as backups
from inkrail.server.storage.backup import Copied

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


def test_every_setting_is_listed_with_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """The default of `inkrail serve`, which also warms up."""
    started: list[Settings] = []
    monkeypatch.delenv("INKRAIL_WARM_UP", raising=False)
    monkeypatch.setattr(serving, "serve", lambda settings, **_: started.append(settings))
    assert run(["serve"]) == 0
    defaults = {PREFIX + name.upper(): value for name, value in asdict(started[0]).items()}
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


# Containers.

DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())


def served_with(words: list[str], monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """The options that a command gives to the server."""
    started: list[dict[str, object]] = []
    monkeypatch.setattr(serving, "serve", lambda _, **options: started.append(options))
    assert run(words) == 0
    return started[0]


def test_the_container_serves_all_networks_on_its_port(monkeypatch: pytest.MonkeyPatch) -> None:
    (command,) = re.findall(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    options = served_with(json.loads(command), monkeypatch)
    assert options["host"] == "0.0.0.0"  # noqa: S104 - inside the container
    assert f"EXPOSE {options['port']}\n" in DOCKERFILE
    named = dict(re.findall(r"(INKRAIL_\w+)=(\S+)", DOCKERFILE))
    assert read_settings(named).database == "/data/games.sqlite3"


def test_the_composed_server_shares_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    service, database = COMPOSE["services"]["inkrail"], COMPOSE["services"]["database"]["environment"]
    monkeypatch.setenv("INKRAIL_DATABASE", service["environment"]["INKRAIL_DATABASE"])
    assert served_with(service["command"].split(), monkeypatch)["workers"] == 2
    address = re.fullmatch(
        r"postgresql://(\w+):\$\{(\w+).*\}@database/(\w+)", service["environment"]["INKRAIL_DATABASE"]
    )
    assert address
    assert (address[1], address[3]) == (database["POSTGRES_USER"], database["POSTGRES_DB"])
    assert f"${{{address[2]}}}" == database["POSTGRES_PASSWORD"]


def test_the_script_runs_the_steps_of_the_container() -> None:
    script = (ROOT / "tools" / "empty_root.sh").read_text()
    for step in (
        "python3 -m venv /opt/inkrail",
        "--only-binary :all: --constraint /opt/dist/pins.txt",
        '"$(ls /opt/dist/*.whl)[server,bots]"',
        "useradd --system --create-home --home-dir /data inkrail",
        r"""sed -n 's/^\([a-z0-9.-]*==[^ ;]*\).*/\1/p' requirements.lock""",
    ):
        assert step in DOCKERFILE
        assert step in script


def test_both_proxies_keep_the_metrics_to_this_machine() -> None:
    assert "location = /metrics { deny all; }" in PAGE
    caddy = (ROOT / "docs" / "Caddyfile").read_text()
    assert "@metrics path /metrics\n\trespond @metrics 403\n" in caddy


def test_the_timer_overwrites_the_copy_of_its_day_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    (line,) = re.findall(r"^ExecStart=/bin/sh -c 'exec \S+/inkrail (backup .*)'$", PAGE, re.MULTILINE)
    copied: list[dict[str, object]] = []

    async def copy(_: str, **options: object) -> Copied:
        copied.append(options)
        return Copied(0, 0)

    monkeypatch.setattr(backups, "backup", copy)
    assert run(shlex.split(line.replace("$(date +%%F)", "2026-11-16"))) == 0
    assert copied == [{"to": "/var/lib/inkrail-backups/2026-11-16.sqlite3", "force": True}]


# Workflows.

WORKFLOWS = {
    path.name: yaml.safe_load(path.read_text()) for path in (ROOT / ".github" / "workflows").glob("*.yml")
}


def test_the_workflow_tests_the_versions_that_the_package_promises() -> None:
    promised = re.findall(
        r'"Programming Language :: Python :: (3\.\d+)"', (ROOT / "pyproject.toml").read_text()
    )
    assert WORKFLOWS["test.yml"]["jobs"]["test"]["strategy"]["matrix"]["python"] == promised


def test_workflows_and_hooks_run_targets_that_the_makefile_has() -> None:
    makefile = (ROOT / "Makefile").read_text()
    steps = [
        step.get("run", "")
        for flow in WORKFLOWS.values()
        for job in flow["jobs"].values()
        for step in job.get("steps", ())
    ]
    hooks = [
        hook["entry"]
        for repo in yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
        for hook in repo["hooks"]
    ]
    targets = re.findall(r"make (?:-s )?([a-z-]+)", "\n".join((*steps, *hooks)))
    assert {"test", "dist", "docs", "lint", "types", "imports"} <= set(targets)
    assert [target for target in targets if not re.search(rf"^{target}:", makefile, re.MULTILINE)] == []


def test_a_release_publishes_only_what_was_tested() -> None:
    jobs = WORKFLOWS["release.yml"]["jobs"]
    assert jobs["publish"]["needs"] == "test"
    assert jobs["test"]["uses"] == "./.github/workflows/test.yml"


def test_every_action_is_pinned_to_a_commit_and_says_its_version() -> None:
    for name in WORKFLOWS:
        text = (ROOT / ".github" / "workflows" / name).read_text()
        used = re.findall(r"uses: (?!\./)(.*)", text)
        assert used
        assert [use for use in used if not re.fullmatch(r"\S+@[0-9a-f]{40} # v\d+\.\d+\.\d+", use)] == []


@pytest.mark.parametrize("name", ["ISSUE_TEMPLATE/bug.yml", "ISSUE_TEMPLATE/rule.yml", "dependabot.yml"])
def test_the_forms_parse(name: str) -> None:
    assert isinstance(yaml.safe_load((ROOT / ".github" / name).read_text()), dict)
