"""The package: what it holds, what its description shows, and what each extra alone can do."""

from __future__ import annotations

import email
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import hatch_build
import pytest
from packaging.requirements import Requirement

from inkrail.bots.registry import BOT_NAMES
from inkrail.cli.entry import EXTRAS

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
STATIC = "inkrail/server/static"
REPOSITORY = "https://example.org/inkrail"
FONTS = (".woff", ".woff2", ".ttf", ".otf")


def built(target: str, folder: Path, *, source: Path = ROOT, repository: str = REPOSITORY) -> Path:
    """Build a package as `make dist` does."""
    build = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    environment = os.environ | {"INKRAIL_REPOSITORY": repository}
    subprocess.run(build, cwd=source, env=environment, check=True, capture_output=True)  # noqa: S603
    (package,) = folder.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return package


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    return metadata_of(wheel)


def metadata_of(wheel: Path) -> Message:
    with ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        return email.message_from_bytes(packed.read(name))


def test_the_wheel_holds_the_page_and_nothing_of_the_repository(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    assert f"{STATIC}/index.html" in names
    assert {name.partition("/")[0] for name in names} == {"inkrail", "inkrail-0.1.0.dist-info"}
    assert [name for name in names if "__pycache__" in name or name.endswith((".nbi", ".nbc"))] == []


def test_everything_that_the_page_loads_is_in_the_wheel(wheel: Path) -> None:
    packed = ZipFile(wheel)
    loaded = re.findall(r'(?:src|href)="/([^"]+)"', packed.read(f"{STATIC}/index.html").decode())
    assert loaded
    assert [name for name in loaded if f"{STATIC}/{name}" not in packed.namelist()] == []


LICENCE_TEXT = r"Permission is hereby granted|TERMS AND CONDITIONS FOR USE"
"""What the texts of the MIT and font licences, or of the Apache licence, have."""


def test_the_licences_of_what_is_bundled_are_in_the_wheel(wheel: Path) -> None:
    packed = ZipFile(wheel)
    names = packed.namelist()
    licences = packed.read(f"{STATIC}/licences.md").decode()
    assert re.search(r"^## svelte ", licences, re.MULTILINE)
    _, *packages = licences.split("\n## ")
    assert [one for one in packages if not re.search(LICENCE_TEXT, one)] == []
    fonts = [Path(name).stem for name in names if name.endswith(FONTS)]
    assert [name for name in fonts if name.partition("-")[0] not in licences.lower()] == []
    in_metadata = "inkrail-0.1.0.dist-info/licenses"
    assert f"{in_metadata}/LICENSE" in names
    assert f"{in_metadata}/src/{STATIC}/licences.md" in names
    assert f"{in_metadata}/src/inkrail/render/letters.OFL.txt" in names
    assert "SIL OPEN FONT LICENSE" in packed.read("inkrail/render/letters.OFL.txt").decode()


def test_nothing_is_built_without_the_page(tmp_path: Path) -> None:
    hook = hatch_build.PageHook(str(tmp_path), {}, None, None, "", "wheel")  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match=r"the page is not built .*index\.html is missing.*make dist"):
        hook.initialize("standard", {})
    hook.initialize("editable", {})
    (tmp_path / hatch_build.STATIC).mkdir(parents=True)
    for name in hatch_build.PAGE:
        (tmp_path / hatch_build.STATIC / name).touch()
    hook.initialize("standard", {})


def test_the_description_shows_its_pictures_and_links_outside_the_repository(metadata: Message) -> None:
    text = metadata.get_payload()
    assert isinstance(text, str)
    links = re.findall(r"(!?)\[[^\]]*\]\(([^)\s]+)\)", text)
    assert [target for _, target in links if not target.startswith("https://")] == []
    pictures = [target for picture, target in links if picture]
    assert len(pictures) >= 2
    assert [name for name in pictures if not name.endswith((".png", ".webp"))] == [], "an index shows no SVG"
    files = [target.partition("/raw/main/")[2] for target in pictures]
    assert [name for name in files if not (ROOT / name).is_file()] == []


def test_the_metadata_names_versions_of_python_and_the_project_links(metadata: Message) -> None:
    versions = [f"Programming Language :: Python :: 3.{minor}" for minor in (11, 12, 13, 14)]
    assert set(versions) <= set(metadata.get_all("Classifier", []))
    links = dict(line.split(", ", 1) for line in metadata.get_all("Project-URL", []))
    assert links.keys() >= {"Repository", "Documentation", "Changelog", "Issues"}
    assert all(link.startswith(REPOSITORY) for link in links.values())


def test_without_an_address_of_the_repository_none_is_invented(tmp_path: Path) -> None:
    metadata = metadata_of(built("wheel", tmp_path, repository=""))
    assert metadata.get_all("Project-URL") is None
    assert re.findall(r"\]\((?!https?://)", str(metadata.get_payload())) == []
    assert "example.org" not in str(metadata)


@pytest.mark.slow
def test_the_source_package_builds_the_same_wheel_without_node(wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(built("sdist", tmp_path)) as packed:
        packed.extractall(tmp_path, filter="data")
    again = built("wheel", tmp_path / "wheel", source=tmp_path / "inkrail-0.1.0")
    contents = [{one.filename: one.CRC for one in ZipFile(file).infolist()} for file in (wheel, again)]
    assert contents[0] == contents[1]


# Extras. A package that an extra does not bring is hidden; what is left is what `pip install inkrail[EXTRA]` gives.


def packages_of(extra: str) -> set[str]:
    """The importable packages that an extra names."""
    names = {Requirement(line).name for line in PROJECT["optional-dependencies"][extra]}
    return {name.replace("-", "_") for name in names}


def test_every_package_of_an_extra_is_known_to_the_command() -> None:
    for extra in ("cli", "bots", "server", "cluster"):
        shared = packages_of(extra) - {name for name, owner in EXTRAS.items() if owner == extra}
        assert shared <= {"click", "inkrail"}, extra


def inkrail_with(extra: str | None, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command with the packages of this extra alone."""
    hidden = set(EXTRAS) - (packages_of(extra) if extra else set())
    hidden -= {"starlette"} if extra == "server" else set()
    code = f"import sys; sys.modules |= dict.fromkeys({sorted(hidden)}); from inkrail.cli import main; main()"
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=120)  # noqa: S603


@pytest.mark.parametrize(
    ("extra", "words", "missing"),
    [
        (None, ("score", "-"), "cli"),
        ("bots", ("simulate", "--bot", "casual"), "cli"),
        ("cli", ("simulate", "--bot", "casual", "--games", "1"), "bots"),
        ("cli", ("simulate", "--bot", "greedy", "--against", "strong", "--games", "1"), "bots"),
        ("cli", ("bots", "--check", "steady"), "bots"),
        ("cli", ("bench",), "bots"),
        ("cli", ("simulate", "--bot", "greedy", "--games", "1", "--cluster", "tcp://127.0.0.1:1"), "cluster"),
        ("cli", ("serve",), "server"),
        ("cli", ("play",), "server"),
        ("cli", ("backup", "copy"), "server"),
        ("server", ("bots",), "cli"),
    ],
)
def test_a_missing_extra_is_named_with_the_command_that_installs_it(
    tmp_path: Path, *, extra: str | None, words: tuple[str, ...], missing: str
) -> None:
    done = inkrail_with(extra, *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f'inkrail: extra.missing: This needs the extra "{missing}", which is not installed: '
        f'pip install "inkrail[{missing}]".\n'
    )
    assert list(tmp_path.iterdir()) == []


def test_bots_that_cannot_play_are_marked(tmp_path: Path) -> None:
    done = inkrail_with("cli", "bots", cwd=tmp_path)
    assert done.returncode == 0
    table = " ".join(done.stdout.split())
    searching = set(BOT_NAMES) - {"random", "greedy"}
    assert table.count('Cannot play here yet: pip install "inkrail[bots]".') == len(searching)
    assert '"name":"greedy","level":2' in inkrail_with("cli", "bots", "--json", cwd=tmp_path).stdout
    assert inkrail_with("cli", "simulate", "--bot", "random", "--games", "1", cwd=tmp_path).returncode == 0


def test_the_library_names_a_missing_extra_too(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules |= dict.fromkeys(['numba', 'numpy']); import inkrail\n"
        "print(inkrail.play('greedy', seed='x').totals)\n"
        "try: inkrail.simulate('casual', games=1)\n"
        "except inkrail.Refusal as refusal: print(refusal.code, refusal.params)\n"
    )
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "extra.missing {'extra': 'bots'}"


def test_environments_name_their_extra(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "try: import inkrail.envs\n"
        "except ModuleNotFoundError as error: print(error, error.name)\n"
    )
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert 'pip install "inkrail[envs]".' in done.stdout
    assert done.stdout.endswith(" gymnasium\n")


def test_the_server_starts_with_its_extra_alone(tmp_path: Path) -> None:
    """As far as its first refusal: the port of the test is taken before the database is created."""
    done = inkrail_with("server", "serve", "--host", "", "--database", "x", cwd=tmp_path)
    assert done.stderr.startswith("inkrail: serve.host_unknown: ")


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs of an environment with the wheel, which takes the other packages from this one."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    pip = [sys.executable, "-m", "pip", "--quiet", "--python", str(folder)]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", str(wheel)], check=True)  # noqa: S603
    (packages,) = folder.glob("lib/python*/site-packages")
    (here,) = (path for path in sys.path if path.endswith("site-packages"))
    # Paths in it are not read again, so that the package in this repository stays out of sight.
    (packages / "others.pth").write_text(f"{here}\n")
    return folder / "bin"


def test_an_installed_wheel_scores_plays_and_has_its_page(installed: Path, tmp_path: Path) -> None:
    def run(*words: str) -> str:
        environment = {"PATH": str(installed), "HOME": str(tmp_path), "PYTHONSAFEPATH": "1"}
        done = subprocess.run(  # noqa: S603
            words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
        )
        assert done.stderr == ""
        return done.stdout

    program = str(installed / "inkrail")
    (tmp_path / "board.txt").write_text("highway-straight B1 H.H.\n")
    assert '"longest_highway":1' in run(program, "score", "board.txt", "--json")
    assert '"games":1' in run(
        program, "simulate", "--bot", "greedy", "--games", "1", "--processes", "1", "--json"
    )
    code = "from inkrail.server.http.page import STATIC; print(STATIC, (STATIC / 'index.html').is_file())"
    place, there = run(str(installed / "python"), "-c", code).split()
    assert Path(place).is_relative_to(installed.parent)
    assert there == "True"
