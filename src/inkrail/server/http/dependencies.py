"""Dependencies that routes read from a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Header, Path
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection, Request

from inkrail.core.errors import Refusal
from inkrail.server.http.addresses import address_key
from inkrail.server.http.services import Services
from inkrail.server.rooms.tokens import hashed
from inkrail.server.wire.refusals import Problem


def services(request: HTTPConnection) -> Services:
    """The services of the running server."""
    running: Services = request.app.state.services
    return running


def address(request: HTTPConnection) -> str:
    """What limits count the client by: its address, or the network of its IPv6 address."""
    return address_key(request.client.host if request.client else "")


def limit_creations(request: Request) -> None:
    """Rate-limit requests that create or change something, by client address."""
    services(request).creations.enter(address(request))


def limit_questions(request: Request) -> None:
    """Rate-limit requests that are expensive to answer, by client address."""
    services(request).questions.enter(address(request))


def opener(request: HTTPConnection) -> str:
    """Stands for the client's address where tables are listed and bots take turns; a hash, so that no address is stored."""
    return hashed(f"opener/{services(request).rooms.secret}/{address(request)}")[:32]


_bearer = HTTPBearer(auto_error=False, description="The secret token of a seat")


def token(credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]) -> str:
    """The seat's token from the header `Authorization: Bearer`."""
    if credentials is None:
        raise Refusal("seat.no_token")
    return credentials.credentials


def some_token(authorization: Annotated[str | None, Header(include_in_schema=False)] = None) -> str | None:
    """The seat's token if one was sent, for routes where it is optional."""
    scheme, _, credentials = (authorization or "").partition(" ")
    return credentials if scheme.lower() == "bearer" else None


@dataclass(frozen=True, slots=True)
class Client:
    """What a client proves: the token of a seat, and the hash of its browser's secret, each if it was sent."""

    token: str | None = None
    browser: str | None = None


STRANGER = Client()


def client(
    token: Annotated[str | None, Depends(some_token)],
    browser: Annotated[
        str | None,
        Header(alias="x-browser", max_length=80, description="The secret of the requesting browser"),
    ] = None,
) -> Client:
    """Who asks."""
    return Client(token, hashed(browser) if browser else None)


TableId = Annotated[str, Path(max_length=32, pattern=r"^[\w-]+$")]
Server = Annotated[Services, Depends(services)]
Token = Annotated[str, Depends(token)]
Opener = Annotated[str, Depends(opener)]
SomeToken = Annotated[str | None, Depends(some_token)]
Asking = Annotated[Client, Depends(client)]

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": description}
    for status, description in (
        (400, "Not understood"),
        (401, "No token"),
        (403, "Not allowed"),
        (404, "Not there"),
        (409, "Not now"),
        (413, "Too large"),
        (422, "Not acceptable"),
        (429, "Too many requests"),
        (503, "Busy"),
    )
}
"""Error responses that every route may return."""
