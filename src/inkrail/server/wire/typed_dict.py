"""The `TypedDict` that pydantic accepts: before Python 3.12 it requires the one from typing_extensions."""

import sys

if sys.version_info >= (3, 12):
    from typing import TypedDict
else:
    from typing_extensions import TypedDict

__all__ = ["TypedDict"]
