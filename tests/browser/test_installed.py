"""The wheel in an empty environment: `inkrail play` and a whole game against the usual bot, without Node."""

import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGINT

import pytest
from playwright.sync_api import Browser
from tests.browser.conftest import ROOT
from tests.browser.whole_game import play_whole_game
from tests.server.serving import held_port

LOCK = (ROOT / "requirements.lock").read_text()


def install(folder: Path) -> Path:
    """An environment with the wheel and its extra `all`, in the pinned versions; returns the folder of its programs."""
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)  # noqa: S603
    (wheel,) = folder.glob("*.whl")
    pins = folder / "pins.txt"
    pins.write_text("".join(f"{pin}\n" for pin in re.findall(r"^[\w.-]+==[\w.]+", LOCK, re.MULTILINE)))
    venv.create(folder / "environment", with_pip=False)
    pip = [sys.executable, "-m", "pip", "--quiet", "--python", str(folder / "environment")]
    words = ["install", "--only-binary", ":all:", "--constraint", str(pins), f"{wheel}[all]"]
    subprocess.run([*pip, *words], check=True)  # noqa: S603
    return folder / "environment" / "bin"


@contextmanager
def playing(programs: Path, *, home: Path) -> Iterator[str]:
    """`inkrail play` as a person starts it, until Ctrl-C; gives its address."""
    environment = {"PATH": str(programs), "HOME": str(home), "INKRAIL_BOT_SECONDS": "10", "LANG": "C.UTF-8"}
    assert shutil.which("node", path=environment["PATH"]) is None
    with held_port() as port:
        process = subprocess.Popen(  # noqa: S603
            [programs / "inkrail", "play", "--no-browser", "--port", str(port)],
            cwd=home,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout
            yield process.stdout.readline().strip().rstrip("/")
            process.send_signal(SIGINT)
            _, errors = process.communicate()
            assert (process.returncode, errors) == (0, "Ctrl-C ends the server; games are kept.\n")
        finally:
            if process.poll() is None:
                os.kill(process.pid, 9)
                process.wait()


@pytest.mark.slow
def test_the_installed_wheel_plays_a_whole_game_against_a_bot(browser: Browser, tmp_path: Path) -> None:
    programs = install(tmp_path)
    with playing(programs, home=tmp_path) as address:
        assert len(play_whole_game(browser, address)) == 2
    assert (tmp_path / ".local" / "share" / "inkrail" / "inkrail.sqlite3").is_file()
