"""Every route of the server, with a body of the form that it asks for."""

from __future__ import annotations

import gzip
import importlib
import pkgutil
from base64 import b64encode
from typing import Any

from fastapi.routing import APIRoute, APIWebSocketRoute
from tests.study.games import text_of

import inkrail.server.http as package

BODIES: dict[str, object] = {
    "name": "Eve",
    "browser": "the-browser-of-Eve",
    "player": "Eve",
    "seat": 0,
    "round": 1,
    "step": 3,
    "record": text_of("greedy"),
    "text": "no board",
    "endpoint": "https://127.0.0.1/",
    "p256dh": "AAAA",
    "auth": "AAAA",
}
"""What to put into a field of this name, whichever route has it."""
SPECIAL_BODIES: dict[tuple[str, str], object] = {
    ("PlayOn", "dice"): "same",
    ("StudyPlayOn", "dice"): "same",
    ("SolveBody", "dice"): [],
    ("TransferWanted", "games"): b64encode(gzip.compress(b"{}")).decode(),
    ("TransferCode", "code"): "AAAA-AAAA",
}
"""The same for one model's field."""


def routes() -> list[APIRoute | APIWebSocketRoute]:
    """Every route of the server."""
    names = [module.name for module in pkgutil.iter_modules(package.__path__)]
    modules = [importlib.import_module(f"{package.__name__}.{name}") for name in names]
    return [route for module in modules if hasattr(module, "router") for route in module.router.routes]


def model_of(route: APIRoute) -> Any:
    """The model of a route's body, or None if it takes none."""
    return None if route.body_field is None else route.body_field.field_info.annotation


def body_of(route: APIRoute) -> dict[str, object] | None:
    """A body with what the route requires."""
    model = model_of(route)
    if model is None:
        return None
    required = [name for name, one in model.model_fields.items() if one.is_required()]
    return {name: SPECIAL_BODIES.get((model.__name__, name), BODIES.get(name)) for name in required}
