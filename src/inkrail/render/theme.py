"""Colours and strokes of the light and the dark theme.

`stylesheet("light")` and `stylesheet("dark")` contain the colours themselves, so that any SVG viewer shows them.
`stylesheet("auto")` uses custom properties (`--ink`, `--paper`, …) that follow the reader's system and that a page
may override.
"""

from __future__ import annotations

import re
from typing import Final, Literal

Theme = Literal["light", "dark", "auto"]

SCOPE = "inkrail"
"""The class of elements that contain drawings; all rules apply only inside it."""

HUES: Final = (
    *("blue", "plum", "amber", "teal", "violet", "olive", "pine", "orchid", "khaki"),
    *("navy", "brown", "grape", "petrol", "rose", "ruby", "slate", "steel"),
)
"""The hues of score lines; `hues.py` assigns them."""

LIGHT: Final = {
    "paper": "#fbf8f0",
    "centre": "#f1eadb",
    "grid": "#c9c2b2",
    "ink": "#2b2a33",
    "pencil": "#6b6557",
    "road": "#fffdf7",
    "water": "#d9e8f5",
    "water-ink": "#1f5fa8",
    "lava": "#f5cdb9",
    "lava-ink": "#8f2a12",
    "lava-flow": "#d9480f",
    "pit": "#8a8272",
    "rim": "#e2d8c3",
    "wood": "#f0e2c4",
    "pipe": "#f1dcae",
    "pipe-ink": "#6f4a00",
    "error": "#c8322b",
    "legal": "#1f7a50",
    "origin": "#b3261e",
    "blue": "#2f6fde",
    "plum": "#b0338f",
    "amber": "#b45f06",
    "teal": "#007a80",
    "violet": "#6a4bd0",
    "olive": "#66700a",
    "pine": "#14501c",
    "orchid": "#a86eb3",
    "khaki": "#8e8255",
    "navy": "#14308f",
    "brown": "#6b4423",
    "grape": "#6c0d8c",
    "petrol": "#0d5064",
    "rose": "#e0408a",
    "ruby": "#7a1028",
    "slate": "#6e7e9e",
    "steel": "#595e83",
}
DARK: Final = {
    "paper": "#1b212a",
    "centre": "#252d38",
    "grid": "#414c5b",
    "ink": "#e9e5d9",
    "pencil": "#a9a496",
    "road": "#0f141a",
    "water": "#18344d",
    "water-ink": "#82bbf3",
    "lava": "#4b2117",
    "lava-ink": "#ffab85",
    "lava-flow": "#ff7a33",
    "pit": "#79828f",
    "rim": "#323c49",
    "wood": "#3d3524",
    "pipe": "#4a3a17",
    "pipe-ink": "#efc66b",
    "error": "#ff6b5e",
    "legal": "#4cc38a",
    "origin": "#ff8a80",
    "blue": "#7fb0ff",
    "plum": "#f08fd6",
    "amber": "#f5b04c",
    "teal": "#4fd1d9",
    "violet": "#ad8bff",
    "olive": "#c5d14a",
    "pine": "#6ff077",
    "orchid": "#f0c4fb",
    "khaki": "#918d3b",
    "navy": "#4a78f5",
    "brown": "#ca7c55",
    "grape": "#c04ff0",
    "petrol": "#3a9dbf",
    "rose": "#f85ea3",
    "ruby": "#d7435a",
    "slate": "#9e9194",
    "steel": "#827cba",
}

# `$name` stands for a colour. Highways repeat their dashes every 100/6, railways their ties every 100/8: each border is
# in the middle of a gap.
_RULES = """
.paper{fill:$paper}.centre{fill:$centre}.grid{stroke:$grid;stroke-width:1.5;fill:none}
.frame{stroke:$ink;stroke-width:3.5;fill:none}.arrow{fill:$ink}
.name,.round{font:600 15px Inter,"Helvetica Neue",Arial,sans-serif;fill:$pencil}
.round{paint-order:stroke;stroke:$paper;stroke-width:3;stroke-opacity:.5}
.name{font-size:14px;font-weight:500;text-anchor:middle}
.road,.road-edge,.road-dash,.rail,.ties,.river,.bank,.wave,.water,.shore,.parapet,.plank,.crack,.flow,.crust,.ridge,
.ray,.subway,.pipe,.pipe-wall,.spark,.break{fill:none}
.road{stroke:$road;stroke-width:26.5}.road-corner{fill:$road}
.road-edge{stroke:$ink;stroke-width:3.5}
.road-dash{stroke:$ink;stroke-width:2.6;stroke-dasharray:9.4 7.2667;stroke-dashoffset:13.0333}
.rail{stroke:$ink;stroke-width:4.5}.points{fill:$ink}
.ties{stroke:$ink;stroke-width:17;stroke-dasharray:3.4 9.1;stroke-dashoffset:7.95}
.station{fill:$ink}.bridge{fill:$road}
.parapet{stroke:$ink;stroke-width:5;stroke-linecap:round;stroke-linejoin:round}
.river{stroke:$water;stroke-width:36}.lake{fill:$water}
.bank,.shore{stroke:$water-ink;stroke-width:3;stroke-linejoin:round}
.wave,.water{stroke:$water-ink;stroke-width:2;stroke-linecap:round}.wave{stroke-linecap:butt}
.deck{fill:$wood;stroke:$ink;stroke-width:3}.plank{stroke:$ink;stroke-width:2}.post{fill:$ink}
.lava{fill:$lava}.crack{stroke:$lava-ink;stroke-width:1.8;stroke-linecap:round}
.flow{stroke:$lava-flow;stroke-width:4;stroke-linecap:round}
.crust{stroke:$lava-ink;stroke-width:4;stroke-linejoin:bevel}
.cone{fill:$paper;stroke:$lava-ink;stroke-width:5}.ridge{stroke:$lava-ink;stroke-width:3.5;stroke-linecap:round}
.vent{fill:$lava-flow;stroke:$lava-ink;stroke-width:4}
.glow{fill:$lava-flow;opacity:.16}.spark{stroke:$lava-flow;stroke-width:3;stroke-linecap:round}
.rim{fill:$rim;stroke:$ink;stroke-width:3;stroke-linejoin:round}.ray{stroke:$ink;stroke-width:2;stroke-linecap:round}
.pit{fill:$pit;stroke:$ink;stroke-width:3;stroke-linejoin:round}.debris{fill:$ink}
.subway{stroke:$ink;stroke-width:12}
.stop{fill:$paper;stroke:$ink;stroke-width:5}.hub{fill:$ink}.hub-ring{fill:none;stroke:$paper;stroke-width:2.5}
.pipe-wall{stroke:$pipe-ink;stroke-width:17}.pipe{stroke:$pipe;stroke-width:11}
.joint,.flange{fill:$pipe;stroke:$pipe-ink;stroke-width:3;stroke-linejoin:round}
.gap{fill:$paper}.break{stroke:$error;stroke-width:3;stroke-linejoin:round;stroke-linecap:round}
.level{fill:$paper;stroke:$pencil;stroke-width:2.2}.level-fill{fill:$pencil}
.legal{fill:$legal;fill-opacity:.16;stroke:$legal;stroke-width:2.5;stroke-dasharray:7 5}.legal-dot{fill:$legal}
.error{fill:$paper;stroke:$error;stroke-width:3}.error-cross{stroke:$error;stroke-width:4.5;stroke-linecap:round}
.origin{fill:$origin;stroke:$paper;stroke-width:2.5}
.target{fill:none;stroke:$origin;stroke-width:3;stroke-dasharray:6 5;stroke-linecap:round}
.tint{fill-opacity:.15}.lines{fill:none;stroke-linejoin:round;stroke-linecap:round}
.casing{stroke:$road;stroke-width:11}.trace{stroke-width:7.5}
.around{fill:none;stroke-width:5;stroke-linejoin:round}
"""
_DASHES = (
    ("none", 0),
    ("14 11", 7),
    ("0.1 12.4", 0),
    ("21 14.5 0.1 14.4", 10.5),
    ("5 7.5", 2.5),
    ("34 16", 17),
    ("9 3.5", 4.5),
    ("18 7", 9),
    ("10 5 5 5", 5),
    ("42 8", 21),
    ("26 24", 13),
    ("20 10 10 10", 10),
    ("6 19", 3),
    ("2.5 10", 1.25),
    ("30 6.5 7 6.5", 15),
    ("12 4 5 4", 6),
    ("14 8 6 8 6 8", 7),
)
"""The dashes of each hue, so that lines can be told apart without colour; half a cell is a whole number of periods,
and each border is in the middle of a dash."""

_HUE_RULES = "".join(
    f".{hue} .tint{{fill:${hue}}}"
    f".{hue} .trace,.{hue} .around{{stroke:${hue};stroke-dasharray:{dashes};stroke-dashoffset:{offset}}}\n"
    for hue, (dashes, offset) in zip(HUES, _DASHES, strict=True)
)


def stylesheet(theme: Theme = "auto") -> str:
    """The CSS of all drawings, scoped to elements of the class `inkrail`."""
    rules = _scoped(_RULES + _HUE_RULES)
    match theme:
        case "light":
            return _with_colours(rules, LIGHT)
        case "dark":
            return _with_colours(rules, DARK)
        case "auto":
            return custom_properties() + re.sub(r"\$([a-z]+(?:-[a-z]+)*)", r"var(--\1)", rules)


def custom_properties() -> str:
    """The colours as custom properties, for the light and the dark theme."""
    light, dark = (
        f".{SCOPE}{{{';'.join(f'--{name}:{value}' for name, value in colours.items())}}}"
        for colours in (LIGHT, DARK)
    )
    return f"{light}\n@media (prefers-color-scheme:dark){{{dark}}}\n"


def _with_colours(rules: str, colours: dict[str, str]) -> str:
    return re.sub(r"\$([a-z]+(?:-[a-z]+)*)", lambda match: colours[match[1]], rules)


def _scoped(rules: str) -> str:
    """The rules with each selector limited to the scope."""

    def scope(match: re.Match[str]) -> str:
        selectors = match[1].replace("\n", "").split(",")
        return ",".join(f".{SCOPE} {selector}" for selector in selectors) + match[2]

    return re.sub(r"(\.[^{}]+)(\{[^}]*\})", scope, rules).strip() + "\n"
