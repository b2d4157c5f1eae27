"""Values inside addresses: compressed, bounded, and refused when anything about them is wrong.

A link is a letter for what it holds, the number of the format, a dot, and the value: JSON, compressed by zlib, whose
checksum finds links that were cut or changed, and written with the letters that need no escape in an address.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from typing import Any, Final

from inkrail.core.errors import Refusal

FORMAT = "1"
MOST_CHARACTERS = 6000
"""The longest link that is read: a game of six seats and fourteen rounds has about half of it."""
MOST_BYTES = 32 * 1024
"""The longest value that is read, whatever its compressed size."""
_SHAPE = re.compile(r"([a-z])(\d{1,3})\.([\w-]+)", re.ASCII)
_FREQUENT: Final = (
    b"rules: river\\nrules: lake\\nrules: meteor\\nrules: lava\\nrules: underground-standalone\\nvalues: manual\\n"
    b"start: 1\\nround 10\\nround 11\\nlake-inlet water-special direction down direction right lava-3 volcano pick "
    b"river-straight river-curve bridge ignore special-hhhr special-hhrr special-hrhr special-rrrh special-rrrr "
    b"special-hhhh .HH. .RR. HH.. RR.. R..R H..H ..HH ..RR .H.H H.H. .R.R R.R. HRHR RHRH .HHH H.HH HH.H HHH. RRR. RR.R "
    b"R.RR .RRR .R.H RH.. .RH. ..RH H..R HR.. .HR. ..HR R..H H.R. R.H. A1 A2 A3 A4 A5 A6 A7 B1 B2 B3 B4 B5 B6 B7 C1 C2 "
    b"C3 C4 C5 C6 C7 D1 D2 D3 D4 D5 D6 D7 E1 E2 E3 E4 E5 E6 E7 F1 F2 F3 F4 F5 F6 F7 G1 G2 G3 G4 G5 G6 G7 "
    b'",null],["inkrail-record 1\\nrules: base\\nlongest: stretches\\nlongest: cells\\nvalues: official\\nseats: 1\\n'
    b"1 draw station-curve 1 draw station-straight 1 draw overpass 1 draw railway-t 1 draw highway-t "
    b"1 draw railway-curve 1 draw highway-curve 1 draw railway-straight 1 draw highway-straight "
    b"station-straight overpass railway-curve railway-t highway-curve highway-t railway-straight highway-straight "
    b"\\n1 done\\nround 6\\nroll \\n1 done\\nround 7\\nroll \\nscore 1 "
)
"""What most games contain; a link of this format can be read with exactly this text alone, so it never changes."""


def kind_of(text: str) -> str | None:
    """The letter that says what a link holds; None if it is no link, but the id of a table."""
    kind, _, rest = text.partition(".")
    return kind[:1] if rest and re.fullmatch(r"[a-z]\d{1,3}", kind, re.ASCII) else None


def pack(value: object, *, kind: str) -> str:
    """A value as a link."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    packing = zlib.compressobj(9, zdict=_FREQUENT)
    packed = base64.urlsafe_b64encode(packing.compress(text) + packing.flush())
    return f"{kind}{FORMAT}.{packed.decode().rstrip('=')}"


def unpack(link: str, *, kind: str) -> Any:
    """The value that a link holds, or a refusal."""
    if len(link) > MOST_CHARACTERS:
        raise Refusal("link.too_large", limit=MOST_CHARACTERS)
    shape = _SHAPE.fullmatch(link)
    if shape is None or shape[1] != kind:
        raise Refusal("link.damaged")
    if shape[2] != FORMAT:
        raise Refusal("link.version")
    try:
        packed = base64.urlsafe_b64decode(shape[3] + "=" * (-len(shape[3]) % 4))
        unpacking = zlib.decompressobj(zdict=_FREQUENT)
        text = unpacking.decompress(packed, MOST_BYTES)
        if not unpacking.eof:
            raise Refusal("link.too_large" if unpacking.unconsumed_tail else "link.damaged", limit=MOST_BYTES)
        return json.loads(text)
    # JSON that is nested too deeply is a RecursionError.
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        raise Refusal("link.damaged") from None
