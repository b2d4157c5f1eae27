"""Which addresses the server sends messages to."""

from __future__ import annotations

import pytest

from inkrail.core.errors import Refusal
from inkrail.server.push.endpoints import MOST_CHARACTERS, Endpoint, is_public, parse_endpoint, resolve


def test_an_endpoint_is_an_https_address() -> None:
    found = parse_endpoint("https://push.example.net/wpush/v2/abc?x=1")
    assert found == Endpoint("https", "push.example.net", 443, "/wpush/v2/abc?x=1")
    assert (found.origin, found.authority) == ("https://push.example.net", "push.example.net")
    assert parse_endpoint("https://push.example.net").path == "/"


@pytest.mark.parametrize(
    "wrong",
    [
        "http://push.example.net/",
        "ftp://push.example.net/",
        "https://",
        "https:///path",
        "https://push.example.net:8443/",
        "https://push.example.net:99999/",
        "https://user:pass@push.example.net/",
        "https://push.example.net/a b",
        "https://push.example.net/\r\nX: y",
        "https://püsh.example.net/",
        "https://[::1/",
        "/relative",
        "https://push.example.net/" + "x" * MOST_CHARACTERS,
    ],
)
def test_anything_else_is_refused(wrong: str) -> None:
    with pytest.raises(Refusal, match=r"^push\.endpoint"):
        parse_endpoint(wrong)


@pytest.mark.parametrize(
    "private",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",  # noqa: S104
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1%eth0",
        "fc00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "::127.0.0.1",
        "fec0::1",
    ],
)
async def test_an_address_that_is_not_of_the_internet_is_never_asked(private: str) -> None:
    assert not is_public(private)
    with pytest.raises(Refusal, match=r"^push\.endpoint"):
        await resolve(Endpoint("https", private, 443, "/"))


@pytest.mark.parametrize("public", ["1.1.1.1", "2606:4700:4700::1111", "::ffff:1.1.1.1"])
def test_an_address_of_the_internet_may_be_asked(public: str) -> None:
    assert is_public(public)


async def test_a_name_for_this_machine_is_refused_and_so_is_one_that_is_unknown() -> None:
    for name in ("localhost", "unknown.invalid", "x" * 70):
        with pytest.raises(Refusal, match=r"^push\.endpoint"):
            await resolve(parse_endpoint(f"https://{name}/"))


async def test_the_operator_may_permit_one_private_origin() -> None:
    found = parse_endpoint("http://127.0.0.1:9000/x", permitted="http://127.0.0.1:9000/")
    assert (found.permitted, found.origin) == (True, "http://127.0.0.1:9000")
    assert await resolve(found) == "127.0.0.1"
    for other in (
        "http://127.0.0.1:9001/x",
        "http://127.0.0.1:9000.example.org/x",
        "http://a@127.0.0.1:9000/x",
    ):
        with pytest.raises(Refusal, match=r"^push\.endpoint"):
            parse_endpoint(other, permitted="http://127.0.0.1:9000")
