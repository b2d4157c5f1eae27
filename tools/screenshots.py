"""Take screenshots of every page and state, desktop and phone, light and dark: `tools/screenshots.py FOLDER`.

They are to be looked at, not compared. With `--manuals` only those that the manuals show, as small WebP files in `docs/pictures`.
The page must be built (`make web`). Nothing waits for a fixed time, so a busy machine only takes longer.
"""

from __future__ import annotations

import base64
import itertools
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, ViewportSize, expect, sync_playwright
from tests.browser.player import Player

from inkrail.server.wire.protocol import PROTOCOL

WIDE: ViewportSize = {"width": 1360, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 640}
DEVICES = {"wide": WIDE, "phone": PHONE}
PAGES = (
    "",
    "daily",
    "watch",
    "score",
    "dice",
    "print",
    "learn",
    "learn/base",
    "learn/scoring",
    "learn/lava",
    "review",
    "nowhere",
)
CHROMIUM = "/usr/bin/chromium"
ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "web" / "src" / "home" / "example.json"
PICTURES = ROOT / "docs" / "pictures"
MANUALS = {
    "home-wide-light": "home",
    "example-in-hand-wide-light": "page",
    "example-in-hand-wide-dark": "dark",
    "example-in-hand-phone-light": "phone",
    "reviewed-wide-light": "review",
}
"""The screenshots that the manuals show, and the names they have there."""
PATIENCE = 600_000
"""How long anything may take, in milliseconds: only a guard against waiting for ever."""
TO_WEBP = """
async ({png, width}) => {
  const picture = new Image();
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(width, picture.width);
  canvas.height = Math.round(picture.height * canvas.width / picture.width);
  const drawing = canvas.getContext('2d');
  drawing.imageSmoothingQuality = 'high';
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/webp', 0.85).split(',')[1];
}
"""
ACT = """
async ({table, token, actions, protocol}) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/live`);
  const answered = (id) => new Promise((settle) => {
    socket.addEventListener('message', (event) => {
      if (JSON.parse(event.data).some((one) => one.id === id || (!id && one.type === 'view'))) settle();
    });
  });
  await new Promise((settle) => { socket.onopen = settle; });
  const welcome = answered('');
  socket.send(JSON.stringify({type: 'hello', protocol, since: 0, token}));
  await welcome;
  for (const [index, action] of actions.entries()) {
    const done = answered(`a${index}`);
    socket.send(JSON.stringify({type: 'act', id: `a${index}`, action}));
    await done;
  }
  socket.close();
}
"""

Shoot = Callable[..., None]


@contextmanager
def server() -> Iterator[str]:
    """A server with an empty database."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(128)
        descriptor = listening.fileno()
        environment = os.environ | {
            "INKRAIL_DATABASE": f"{folder}/inkrail.sqlite3",
            "INKRAIL_CREATIONS": "10000",
            "INKRAIL_ADDRESS_PEOPLE": "10000",
            "INKRAIL_SECRET": "the same daily dice in every run",
            "INKRAIL_BOT_SECONDS": str(PATIENCE // 1000),
        }
        command = [sys.executable, "-m", "uvicorn", "--factory", "inkrail.server.serve:from_environment"]
        process = subprocess.Popen(
            [*command, "--fd", str(descriptor)],
            env=environment,
            stderr=subprocess.DEVNULL,
            pass_fds=[descriptor],
        )
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            process.terminate()
            process.wait()


def start(page: Page, rules: str, *, company: str = "", draft: bool = False) -> Player:
    """Begin a game from the first page."""
    page.goto("/")
    page.get_by_role("radio", name=re.compile(rf"^{rules}(?! on its own)")).check()
    if company:
        page.get_by_role("radio", name=company).check()
    if draft:
        page.get_by_role("checkbox", name=re.compile("^Draft")).check()
    page.get_by_role("button", name=re.compile("^(Start|Open a table)")).click()
    return Player(page, seed=3)


def example_rounds() -> list[list[str]]:
    """The example game on the first page: what is drawn in each round."""
    rounds: dict[str, list[str]] = {}
    for tile, number in re.findall(r"([\w-]+ [A-G][1-7] \S{4}) (\d)", EXAMPLE.read_text()):
        rounds.setdefault(number, []).append(tile)
    return [rounds[number] for number in sorted(rounds)]


def sit_at_example(page: Page, *, left: int) -> Player:
    """A well-played base game in its last round, with this many dice still to draw."""
    rounds = example_rounds()
    rolls = [
        sorted((tile.split()[0] for tile in drawn if not tile.startswith("special")), key=_is_station)
        for drawn in rounds
    ]
    request = {"rules": "base", "seats": [{"kind": "human"}], "rolls": rolls, "name": "Ada"}
    page.goto("/")
    opened = page.request.post("/api/tables", data=request).json()
    actions = [
        action for drawn in rounds[:-1] for action in (*(f"draw {tile}" for tile in drawn), "done")
    ] + [f"draw {tile}" for tile in rounds[-1][: len(rounds[-1]) - left]]
    page.evaluate(ACT, opened | {"actions": actions, "protocol": PROTOCOL})
    seat = opened | {"rules": "base", "seen": 0}
    page.evaluate("seat => localStorage.setItem('inkrail.seats', JSON.stringify([seat]))", seat)
    page.goto(f"/t/{opened['table']}")
    player = Player(page)
    player.heading_of_round(7).wait_for()
    return player


def _is_station(piece: str) -> bool:
    return piece.startswith(("station", "overpass"))


def take_in_hand(player: Player) -> None:
    """Take the first die that can be drawn."""
    die = player.item(player.dice, re.compile(r"(must|may) be drawn$"))
    if die:
        die.click()
        expect(die).to_have_attribute("aria-pressed", "true")


def home(page: Page, shoot: Shoot) -> None:
    """The first page, as much as fits in the window."""
    page.goto("/")
    page.wait_for_load_state("networkidle")
    shoot("home")


def pages(page: Page, shoot: Shoot) -> None:
    """Every page that has its own address."""
    for path in PAGES:
        page.goto(f"/{path}")
        page.get_by_role("heading", level=1).first.wait_for()
        page.wait_for_load_state("networkidle")
        shoot(path.replace("/", "-") or "home", whole=True)


def playing(page: Page, shoot: Shoot) -> None:
    """Each ruleset in the middle of a game."""
    for rules in ("Base game", "River", "Lake", "Meteor", "Lava", "Underground"):
        player = start(page, rules)
        name = rules.partition(" ")[0].lower()
        for number in range(1, 5):
            player.play_round(number)
        player.heading_of_round(5).wait_for()
        if rules == "Meteor":
            shoot("meteor-choice")
            player.choose_meteor()
        take_in_hand(player)
        shoot(f"{name}-in-hand")
        cells = player.cells_that_fit()
        if cells:
            cells[0].click()
            shoot(f"{name}-drawn")
    page.get_by_role("button", name="Help").click()
    shoot("help")


def show_line(page: Page, name: str) -> None:
    """Point at a line of the score; on a phone it is behind its total."""
    total = page.get_by_role("button", name=re.compile("^Score"))
    if total.is_visible() and total.get_attribute("aria-expanded") == "false":
        total.click()
    line = page.get_by_role("button", name=re.compile(f"^{name}"))
    if total.is_visible():
        line.click()
    else:
        line.hover()


def example(page: Page, shoot: Shoot) -> None:
    """A well-played board with a die selected."""
    take_in_hand(sit_at_example(page, left=1))
    shoot("example-in-hand")


def well_played(page: Page, shoot: Shoot) -> None:
    """The same board with a score line shown, and at the end."""
    player = sit_at_example(page, left=1)
    show_line(page, "Longest highway")
    shoot("example-highway")
    player = sit_at_example(page, left=0)
    show_line(page, "Network 6 exits")
    shoot("example-network")
    player.button("Done").click()
    player.final.wait_for()
    page.wait_for_load_state("networkidle")
    shoot("example-end", whole=True)


def reviewed(page: Page, shoot: Shoot) -> None:
    """The review of that game."""
    player = sit_at_example(page, left=0)
    player.button("Done").click()
    page.get_by_role("button", name="Review my game").click()
    page.get_by_role("heading", name=re.compile("^How you played")).wait_for()
    page.wait_for_load_state("networkidle")
    shoot("reviewed", whole=True)


def others(page: Page, shoot: Shoot) -> None:
    """The lobby, a draft, a game against bots, and the guided game."""
    start(page, "Base game", company="Friends")
    page.get_by_role("textbox", name="Link to this table").wait_for()
    shoot("lobby")
    start(page, "Lake", company="Bots", draft=True)
    page.get_by_role("button", name=re.compile("^Pair")).first.wait_for()
    shoot("draft")
    player = start(page, "Base game", company="Bots")
    for number in range(1, 8):
        player.play_round(number)
        if number == 3:
            player.heading_of_round(4).wait_for()
            shoot("bots")
    player.final.wait_for()
    page.wait_for_load_state("networkidle")
    shoot("end", whole=True)
    player = start(page, "River", company="Bots")
    player.play_round(1)
    player.heading_of_round(2).wait_for()
    page.get_by_role("list", name="Players").get_by_role("button").last.click()
    shoot("all-boards")
    watched = page.url
    seats = page.evaluate("localStorage.getItem('inkrail.seats')")
    page.evaluate("localStorage.removeItem('inkrail.seats')")
    page.goto(watched)
    page.get_by_role("heading", name=re.compile("^Watching")).wait_for()
    shoot("watching")
    page.evaluate("seats => localStorage.setItem('inkrail.seats', seats)", seats)
    page.goto("/")
    page.get_by_text("House rules and real dice").click()
    page.get_by_role("checkbox", name=re.compile("^Real dice")).check()
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("button", name="Draw with these dice").wait_for()
    shoot("real-dice")
    page.goto("/learn/first-game")
    guided = Player(page)
    guided.heading_of_round(1).wait_for()
    take_in_hand(guided)
    shoot("first-game")


def seeded(numbers: Iterator[int]) -> Callable[[Route], None]:
    """Give each table the dice of its number, so that every run shows the same games."""

    def open_table(route: Route) -> None:
        wanted = route.request.post_data_json or {}
        fixed = {"rolls", "seed"} & wanted.keys() or wanted.get("typed")
        number = {} if fixed else {"seed": f"screenshots-{next(numbers)}"}
        route.continue_(post_data=json.dumps(wanted | number))

    return open_table


@contextmanager
def visit(browser: Browser, address: str, *, size: ViewportSize, scheme: str) -> Iterator[Page]:
    """The page in one size and colour scheme."""
    is_phone = size is PHONE
    context = browser.new_context(
        base_url=address,
        viewport=size,
        color_scheme="dark" if scheme == "dark" else "light",
        locale="en-GB",
        reduced_motion="reduce",
        has_touch=is_phone,
        is_mobile=is_phone,
        device_scale_factor=2 if is_phone else 1,
    )
    context.set_default_timeout(PATIENCE)
    context.route("**/api/tables", seeded(itertools.count(1)))
    yield context.new_page()
    context.close()


def take(browser: Browser, address: str, *, folder: Path) -> None:
    """Take all screenshots."""
    for (device, size), scheme in itertools.product(DEVICES.items(), ("light", "dark")):
        with visit(browser, address, size=size, scheme=scheme) as page:

            def shoot(name: str, *, whole: bool = False, look: str = f"{device}-{scheme}") -> None:
                page.screenshot(path=folder / f"{name}-{look}.png", full_page=whole, animations="disabled")

            for part in (pages, example, well_played, reviewed, playing, others):
                part(page, shoot)


def take_for_manuals(browser: Browser, address: str) -> None:
    """Take the few screenshots that the manuals show."""
    for (device, size), scheme in itertools.product(DEVICES.items(), ("light", "dark")):
        wanted = {shot: name for shot, name in MANUALS.items() if shot.endswith(f"-{device}-{scheme}")}
        with visit(browser, address, size=size, scheme=scheme) as page:

            def shoot(name: str, *, look: str = f"{device}-{scheme}", **_: bool) -> None:
                if picture := MANUALS.get(f"{name}-{look}"):
                    png = page.screenshot(animations="disabled")
                    save_webp(
                        page, png, file=PICTURES / f"{picture}.webp", width=480 if "phone" in look else 1200
                    )

            for part in (home, example, reviewed):
                if any(shot.startswith(part.__name__) for shot in wanted):
                    part(page, shoot)


def save_webp(page: Page, png: bytes, *, file: Path, width: int) -> None:
    """Save a screenshot in half its size or less; Chromium has an encoder."""
    text = page.evaluate(TO_WEBP, {"png": base64.b64encode(png).decode(), "width": width})
    file.write_bytes(base64.b64decode(text))


def main() -> None:
    """Take all screenshots, or those of the manuals."""
    argument = sys.argv[1] if len(sys.argv) > 1 else "screenshots"
    expect.set_options(timeout=PATIENCE)
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        if argument == "--manuals":
            take_for_manuals(browser, address)
        else:
            folder = Path(argument)
            folder.mkdir(parents=True, exist_ok=True)
            take(browser, address, folder=folder)
            print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")
        browser.close()


if __name__ == "__main__":
    main()
