"""The application as a whole."""

from __future__ import annotations

from fastapi import FastAPI
from tests.server.asking import Api, services

from inkrail import __version__


async def test_the_api_describes_itself(api: Api) -> None:
    description = (await api.get("/api/openapi.json")).json()
    assert (description["info"]["title"], description["info"]["version"]) == ("inkrail", __version__)
    paths = description["paths"].keys()
    assert {"/api/tables", "/api/daily", "/api/rulesets", "/api/score"} <= paths
    assert "/healthz" not in paths


async def test_no_other_description_is_served(api: Api) -> None:
    for path in ("/docs", "/redoc"):
        assert "swagger" not in (await api.get(path)).text.lower()


async def test_services_run_as_long_as_the_application(app: FastAPI, api: Api) -> None:
    assert services(app).rooms.all_in_memory() == ()
    given = (await api.post("/api/tables", json={"name": "Ann"})).json()
    (open_room,) = services(app).rooms.all_in_memory()
    assert open_room.room.id == given["table"]
