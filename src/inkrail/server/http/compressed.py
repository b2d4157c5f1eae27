"""Files of the page in compressed form, for servers that no compressing proxy stands before."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response, StreamingResponse

COMPRESSED: Final = frozenset({".js", ".css", ".svg", ".txt", ".wasm"})
"""The endings of files worth compressing; pictures, typefaces and archives are compressed already."""
LEAST: Final = 1_000
"""Smaller files, in bytes, fit into one packet anyway."""


class CompressedFiles:
    """Each file is compressed once, in a thread, and kept: together they have half the size of the page."""

    def __init__(self) -> None:
        self._kept: dict[Path, tuple[str, bytes]] = {}
        self._compressing = asyncio.Lock()

    async def answer(self, file: Response, *, asked: Headers) -> Response:
        """The response with a whole file, compressed if the client takes that; any other response as it is."""
        if not isinstance(file, FileResponse) or file.status_code != 200:
            return file
        path, tag = Path(file.path), file.headers["etag"]
        if path.suffix not in COMPRESSED or int(file.headers["content-length"]) < LEAST:
            return file
        file.headers.add_vary_header("accept-encoding")
        if "range" in asked or not _takes_gzip(asked):
            return file
        body = await self._compressed(path, tag)
        # Another form of the same content: a strong tag would promise the same bytes.
        changed = {"content-encoding": "gzip", "content-length": str(len(body)), "etag": f"W/{tag}"}
        headers = {**file.headers, **changed}
        del headers["accept-ranges"]
        return StreamingResponse(_pieces(body), headers=headers)

    async def _compressed(self, path: Path, tag: str) -> bytes:
        async with self._compressing:
            kept = self._kept.get(path)
            if kept is None or kept[0] != tag:  # the page can be built again while the server runs
                kept = self._kept[path] = tag, await asyncio.to_thread(_compress, path)
            return kept[1]


def _compress(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), mtime=0)


async def _pieces(body: bytes) -> AsyncIterator[bytes]:
    """Pieces for clients that read slowly, so that no connection buffers a whole file."""
    for start in range(0, len(body), FileResponse.chunk_size):
        yield body[start : start + FileResponse.chunk_size]


def _takes_gzip(asked: Headers) -> bool:
    """Whether the header names gzip, and not in order to refuse it."""
    for part in asked.get("accept-encoding", "").split(","):
        name, _, weight = part.partition(";")
        if name.strip().lower() == "gzip":
            return weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False
