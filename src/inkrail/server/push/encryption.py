"""Messages that only one browser can read (RFC 8291, RFC 8188), and the server's signature (VAPID, RFC 8292)."""

from __future__ import annotations

import base64
import json
import os
from hashlib import sha512

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256."""
POINT_BYTES, AUTH_BYTES, _SALT_BYTES, _NUMBER_BYTES = 65, 16, 16, 32
_RECORD_BYTES = 4096
_LAST_RECORD = b"\x02"
_SIGNATURE_SECONDS = 12 * 3600
"""How long a push service may accept a signature; RFC 8292 allows a day."""


def encode(data: bytes) -> str:
    """Bytes as base64url without padding, as all of these standards write them."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The bytes of such a text; ValueError if it is none."""
    return base64.b64decode(text.encode() + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as an uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt(
    message: bytes,
    *,
    browser: bytes,
    auth: bytes,
    salt: bytes | None = None,
    own: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """A message for the browser with this public key and secret; ValueError if the key is none.

    Each message has a fresh salt and a fresh key of our own.
    """
    salt = salt or os.urandom(_SALT_BYTES)
    own = own or ec.generate_private_key(CURVE)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser))
    sender = point(own.public_key())
    secret = _derived(shared, salt=auth, info=b"WebPush: info\0" + browser + sender, length=32)
    key = _derived(secret, salt=salt, info=b"Content-Encoding: aes128gcm\0", length=16)
    nonce = _derived(secret, salt=salt, info=b"Content-Encoding: nonce\0", length=12)
    head = salt + _RECORD_BYTES.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return head + AESGCM(key).encrypt(nonce, message + _LAST_RECORD, None)


def _derived(secret: bytes, *, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)


class ServerKey:
    """The key by which push services know this server; the same for the same secret."""

    def __init__(self, secret: str) -> None:
        number = int.from_bytes(sha512(f"push/{secret}".encode()).digest(), "big")
        self._private = ec.derive_private_key(number % (_ORDER - 1) + 1, CURVE)
        self.public = encode(point(self._private.public_key()))
        """What browsers subscribe with."""

    def authorization(self, audience: str, *, contact: str, now: float) -> str:
        """The header `Authorization` for a push service; `contact` is an address of the operator, or empty."""
        claims = {"aud": audience, "exp": int(now) + _SIGNATURE_SECONDS} | (
            {"sub": contact} if contact else {}
        )
        signed = ".".join(
            encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)
        )
        r, s = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(SHA256())))
        signature = encode(r.to_bytes(_NUMBER_BYTES, "big") + s.to_bytes(_NUMBER_BYTES, "big"))
        return f"vapid t={signed}.{signature}, k={self.public}"
