"""Messages and responses as bytes."""

from __future__ import annotations

import orjson


def to_json(value: object) -> bytes:
    """JSON without spaces."""
    return orjson.dumps(value)
