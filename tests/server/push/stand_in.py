"""A push service and a browser of our own: takes messages, checks who sent them and decrypts them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from tests.server.waiting import limited

from inkrail.server.push.encryption import CURVE, decode, encode, point


@dataclass
class PushBrowser:
    """The keys of a browser."""

    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    auth: bytes = b"sixteen bytes!!!"

    def subscription(self, endpoint: str) -> dict[str, str]:
        return {
            "endpoint": endpoint,
            "p256dh": encode(point(self.private.public_key())),
            "auth": encode(self.auth),
        }

    def decrypted(self, body: bytes) -> bytes:
        """The message, by the steps of RFC 8188 and RFC 8291."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        own = point(self.private.public_key())

        def derived(secret: bytes, *, salt: bytes, info: bytes, size: int) -> bytes:
            return HKDF(algorithm=SHA256(), length=size, salt=salt, info=info).derive(secret)

        secret = derived(shared, salt=self.auth, info=b"WebPush: info\0" + own + sender, size=32)
        key = derived(secret, salt=salt, info=b"Content-Encoding: aes128gcm\0", size=16)
        nonce = derived(secret, salt=salt, info=b"Content-Encoding: nonce\0", size=12)
        padded = AESGCM(key).decrypt(nonce, sealed, None)
        message, end = padded.rstrip(b"\0")[:-1], padded.rstrip(b"\0")[-1:]
        assert end == b"\x02"
        return message


def claims_of(authorization: str, *, server_key: str) -> dict[str, Any]:
    """The signed claims; the signature must be that of the server's key (RFC 8292)."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", server_key)
    head, claims, signature = parts["t"].split(".")
    assert json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = decode(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(server_key))
    public.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    found: dict[str, Any] = json.loads(decode(claims))
    return found


@dataclass
class Received:
    """A message that arrived."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """Takes messages; `status` is what it answers."""

    origin: str = ""
    status: int = 201
    messages: list[Received] = field(default_factory=list)
    _arrived: asyncio.Event = field(default_factory=asyncio.Event)

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        named = (line.split(": ", 1) for line in head[1:] if line)
        headers = {name.lower(): value for name, value in named}
        body = await reader.readexactly(int(headers["content-length"]))
        self.messages.append(Received(head[0].split(" ")[1], headers, body))
        writer.write(f"HTTP/1.1 {self.status} OK\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()
        self._arrived.set()

    async def until(self, count: int) -> None:
        """Wait for this many messages in all."""
        async with limited(f"{count} push messages"):
            while len(self.messages) < count:
                self._arrived.clear()
                await self._arrived.wait()


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    service = PushService()
    server = await asyncio.start_server(service.take, "127.0.0.1", 0)
    async with server:
        host, port = server.sockets[0].getsockname()
        service.origin = f"http://{host}:{port}"
        yield service
