"""Messages that only one browser can read."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from tests.server.push.stand_in import PushBrowser, claims_of

from inkrail.server.push.encryption import CURVE, ServerKey, decode, encode, encrypt

# The example of RFC 8291, appendix A.
MESSAGE = b"When I grow up, I want to be a watermelon"
OWN = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
ENCRYPTED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
    "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard_comes_out_as_it_says() -> None:
    own = ec.derive_private_key(int.from_bytes(decode(OWN), "big"), CURVE)
    body = encrypt(MESSAGE, browser=decode(BROWSER), auth=decode(AUTH), salt=decode(SALT), own=own)
    assert encode(body) == ENCRYPTED


def test_the_browser_reads_what_was_sent_and_no_two_messages_are_alike() -> None:
    browser = PushBrowser()
    keys = browser.subscription("")
    bodies = [encrypt(b"hello", browser=decode(keys["p256dh"]), auth=browser.auth) for _ in range(2)]
    assert [browser.decrypted(body) for body in bodies] == [b"hello", b"hello"]
    assert bodies[0][:16] != bodies[1][:16]


def test_what_is_no_point_of_the_curve_is_refused() -> None:
    for wrong in (b"", b"\x04" + bytes(64), decode(BROWSER)[:-1]):
        with pytest.raises(ValueError, match=r"."):
            encrypt(b"hello", browser=wrong, auth=bytes(16))


def test_the_server_signs_with_the_same_key_for_the_same_secret() -> None:
    key = ServerKey("secret")
    assert key.public == ServerKey("secret").public != ServerKey("another").public
    signed = key.authorization("https://push.example.net", contact="mailto:me@example.org", now=1000.5)
    claims = claims_of(signed, server_key=key.public)
    assert claims == {
        "aud": "https://push.example.net",
        "exp": 1000 + 12 * 3600,
        "sub": "mailto:me@example.org",
    }
    assert "sub" not in claims_of(key.authorization("https://p", contact="", now=0), server_key=key.public)
