"""The name of what computed an answer: answers of different engines are not to be compared."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from inkrail.bots.par import model_digest
from inkrail.bots.strong import StrongBot
from inkrail.bots.values import Values
from inkrail.kernel.cache import sources_digest


def engine_of(values: Values) -> str:
    """A hash of the kernel, the model, the breadth of the search and the code of this part."""
    parts = (sources_digest(), model_digest(values.model), repr(StrongBot.effort.breadth), _own_digest())
    return sha256("/".join(parts).encode()).hexdigest()[:16]


@cache
def _own_digest() -> str:
    digest = sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
