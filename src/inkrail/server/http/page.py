"""The page: the files that Vite built, or a note that they are missing."""

from __future__ import annotations

import asyncio
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from inkrail.server.http.compressed import CompressedFiles
from inkrail.server.http.headers import WORKER_POLICY
from inkrail.server.http.link_previews import with_head

STATIC = Path(__file__).parent.parent / "static"
_MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>inkrail</title>
<h1>inkrail</h1>
<p>The server is running, but its page has not been built yet: run <code>make play</code> in the repository.</p>
<p>The interface for programs is described at <a href="/api/openapi.json">/api/openapi.json</a>.</p>
</html>
"""


class Page(StaticFiles):
    """Serves static files; every other path outside the API gets the page, which routes by it."""

    def __init__(self, folder: Path = STATIC) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._index = folder / "index.html"
        self._compressed = CompressedFiles()

    async def check_config(self) -> None:
        """Skip Starlette's check of the folder: a server whose page is not built still runs and says so."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the page."""
        if "\0" in path:  # no file has such a name, and asking for it fails
            raise HTTPException(404)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if (
                error.status_code != 404
                or "." in path.rpartition("/")[2].strip(".")
                or path.startswith("api")
            ):
                raise
            response = await self._page(HTTPConnection(scope))
        if path.startswith("assets/"):
            response.headers["cache-control"] = "public, max-age=31536000, immutable"
            if path.startswith("assets/worker-"):
                response.headers["content-security-policy"] = WORKER_POLICY
        else:
            response.headers["cache-control"] = "no-cache"
        return await self._compressed.answer(response, asked=Headers(scope=scope))

    async def _page(self, connection: HTTPConnection) -> Response:
        """The page, its head made for the address."""
        if not self._index.is_file():
            return HTMLResponse(_MISSING)
        page = await asyncio.to_thread(self._index.read_text, encoding="utf-8")
        return HTMLResponse(await with_head(page, connection), headers={"vary": "accept-language"})
