"""The head of the page for each address: what a chat or a search engine shows of a link before it is opened."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from datetime import date
from html import escape
from typing import Protocol

from starlette.requests import HTTPConnection

from inkrail.core.errors import Refusal
from inkrail.i18n import catalogue
from inkrail.i18n.language import accepted_language
from inkrail.render.card import CARD_SIZE
from inkrail.server.http.cards import (
    previewed_challenge,
    previewed_league,
    previewed_puzzle,
    previewed_review,
    previewed_table,
    site_of,
)
from inkrail.server.http.dependencies import address, services
from inkrail.server.http.services import Services
from inkrail.server.rooms.daily import parse_day, today
from inkrail.server.wire.previews import Preview, day_preview

PATIENCE = 2.0
"""How many seconds the page waits for its head; a database that is slow must not keep it from opening."""
_ID = re.compile(r"[\w-]{1,32}", re.ASCII)
_HEAD = re.compile(
    r'<html lang="[^"]*">(.*?)<meta\s+name="description"[^>]*>(.*?)<title>.*?</title>', re.DOTALL
)
_PAGES = ("t", "c", "l", "daily", "puzzles", "review")
_ICON = "/icon-512.png"


async def with_head(page: str, connection: HTTPConnection) -> str:
    """The page with title, description and picture of the address that was asked for, in the reader's language."""
    language = accepted_language(connection.headers.get("accept-language", ""))
    preview = await _preview(connection, language)
    tags = _tags(preview, site=site_of(connection), language=language)
    return _HEAD.sub(lambda match: f'<html lang="{language}">{match[1]}{match[2]}{tags}', page, count=1)


async def _preview(connection: HTTPConnection, language: str) -> Preview | None:
    """What is known of an address, or None if it is one like any other or cannot be answered now."""
    parts = connection.url.path.strip("/").split("/")
    is_previewed = parts[0] in _PAGES and len(parts) <= 3 and all(map(_ID.fullmatch, parts))
    if not is_previewed:
        return None
    server = services(connection)
    if not server.questions.admits(address(connection)):
        return None
    finding = asyncio.create_task(_found(server, parts, language), name="link preview")
    server.unfinished.add(finding)
    finding.add_done_callback(server.unfinished.discard)
    done, _ = await asyncio.wait({finding}, timeout=PATIENCE)
    return finding.result() if done else None


async def _found(server: Services, parts: list[str], language: str) -> Preview | None:
    try:
        return await _of_parts(server, parts, language)
    except Refusal:
        return None


class _Finder(Protocol):
    async def __call__(self, server: Services, id_: str, /, *, language: str) -> Preview: ...


_FINDERS: Mapping[str, _Finder] = {
    "t": previewed_table,
    "c": previewed_challenge,
    "l": previewed_league,
    "puzzles": previewed_puzzle,
    "review": previewed_review,
}
"""How the preview of an address with one id is found."""


async def _of_parts(server: Services, parts: list[str], language: str) -> Preview | None:
    match parts:
        case [page, id_] | ["c" as page, id_, _] if page in _FINDERS:
            return await _FINDERS[page](server, id_, language=language)
        case ["daily", day, table]:
            preview = await previewed_table(server, table, language=language)
            room = (await server.rooms.open(table)).room
            return preview if room.spec.daily == day else None
        case ["daily", *days]:
            return day_preview(_day(server, days), voice=catalogue(language))
        case _:
            return None


def _day(server: Services, days: list[str]) -> date:
    now = server.clock()
    return parse_day(days[0], now=now) if days else today(now)


def _tags(preview: Preview | None, *, site: str, language: str) -> str:
    """The elements of the head, for an ordinary address those of the home page."""
    voice = catalogue(language)
    title = f"{preview.title} · inkrail" if preview else voice["preview.home"]
    text = preview.text if preview else voice["preview.home_text"]
    picture = f"{site}{preview.picture}.png?lang={language}" if preview else f"{site}{_ICON}"
    wide, high = CARD_SIZE if preview else (512, 512)
    named = {
        "description": text,
        "twitter:card": "summary_large_image" if preview else "summary",
        "twitter:title": title,
        "twitter:description": text,
        "twitter:image": picture,
    }
    properties = {
        "og:site_name": "inkrail",
        "og:type": "website",
        "og:locale": language,
        "og:title": title,
        "og:description": text,
        "og:image": picture,
        "og:image:type": "image/png",
        "og:image:width": str(wide),
        "og:image:height": str(high),
        "og:image:alt": f"{title}. {text}" if preview else title,
    }
    tags = [f"<title>{escape(title)}</title>"]
    if preview and site:
        properties["og:url"] = site + preview.path
        tags.append(f'<link rel="canonical" href="{escape(site + preview.path)}" />')
    tags += [f'<meta name="{name}" content="{escape(content)}" />' for name, content in named.items()]
    tags += [
        f'<meta property="{name}" content="{escape(content)}" />' for name, content in properties.items()
    ]
    return "\n    ".join(tags)
