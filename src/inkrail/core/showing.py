"""How values show themselves to people: as sentences, and as pictures in notebooks.

The engine has only codes and notation, and knows nothing above itself. The module that does the showing is named
here and imported when somebody first prints a refusal or a notebook shows a board.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

_SHOWING: Final = "inkrail.notebook"


def sentence_of(refusal: object) -> str:
    """The code and sentence of a refusal, in the language of the environment."""
    return str(import_module(_SHOWING).sentence_of(refusal))


def svg_of(value: object) -> str:
    """A value as an SVG document."""
    return str(import_module(_SHOWING).svg_of(value))


def html_of(value: object) -> str:
    """A value as a piece of HTML."""
    return str(import_module(_SHOWING).html_of(value))
