"""The server of the browser tests, with an additional ruleset."""

from __future__ import annotations

from fastapi import FastAPI
from tests.browser import noon
from tests.game.viaducts import Viaducts

from inkrail.rules.registry import add_ruleset
from inkrail.rules.standard import Standard


def app() -> FastAPI:
    """The application, whose tables may play `viaducts` too."""
    add_ruleset("viaducts", Standard, Viaducts)
    return noon.app()
