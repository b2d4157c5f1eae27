"""Boards of the rules' worked examples."""

from __future__ import annotations

from tests.oracles.scoring import score_text

S7 = """
highway-straight B1 H.H.
railway-straight D1 R.R.
overpass E1 HRHR
railway-straight A2 .R.R
overpass B2 HRHR
railway-straight C2 .R.R
special-hrrr D2 RRHR
station-curve E2 H..R
highway-straight B3 H.H.
highway-curve D3 HH..
highway-straight E3 .H.H
highway-curve F3 ..HH
highway-straight A4 .H.H
highway-t B4 HH.H
highway-curve C4 ..HH
highway-t F4 HHH.
highway-straight G4 .H.H
highway-straight C5 H.H.
station-curve D5 .HR.
special-hhhh E5 HHHH
special-hhrr F5 HRRH
railway-straight A6 .R.R
railway-t B6 .RRR
station-curve C6 H..R
railway-straight D6 R.R.
railway-curve F6 RR..
railway-straight G6 .R.R
station-straight B7 R.H.
railway-t D7 RRR.
railway-straight E7 .R.R
station-curve F7 ..HR
"""


RIVERS = """
rules: river
river-straight B3 .W.W   # seven cells, open at both ends
river-straight C3 .W.W
river-straight D3 .W.W
river-straight E3 .W.W
river-straight F3 .W.W
river-curve G3 ..WW
river-straight G4 W.W.
river-straight C7 W.W.   # five cells, from edge to edge
river-curve C6 .WW.
river-straight D6 .W.W
river-curve E6 ..WW
river-straight E7 W.W.
"""


LAKES = """
rules: lake
highway-straight B1 H.H.
highway-t B2 HHH.
highway-straight C2 .H.H
highway-straight D2 .H.H
highway-straight E2 .H.H
highway-curve F2 H..H
highway-straight F1 H.H.
pier-highway B3 H.L.
lake-3 B4 LLL.
pier-highway B5 L.H.
highway-t B6 HHH.
highway-straight C6 .H.H
highway-straight D6 .H.H
highway-straight E6 .H.H
highway-curve F6 ..HH
highway-straight F7 H.H.
highway-straight B7 H.H.
lake-2 D3 .LL.
lake-2 E3 ..LL
lake-3 D4 LLL.
lake-full E4 LLLL
lake-2 D5 LL..
lake-2 E5 L..L
lake-1 F4 ...L
"""


LAVA = """
rules: lava
lava-2-adjacent A1 F..F   # a corner, closed by the edge
lava-2-opposite A4 .F.F
lava-2-opposite B4 .F.F
lava-2-opposite C4 .F.F
lava-2-opposite D4 .F.F
lava-2-opposite E4 .F.F
lava-2-opposite F4 .F.F
lava-2-adjacent G4 ..FF
lava-2-opposite G5 F.F.
lava-2-adjacent G6 F..F
lava-2-opposite F6 .F.F
lava-2-opposite E6 .F.F
"""


UNDERGROUND = """
rules: underground
surface:
station-straight D1 R.H.
station-straight C2 .H.R
underground:
subway-station-straight D1 S.S.
pipe-straight B1 P.P.
pipe-curve B2 PP..
pipe-straight C2 .P.P
pipe-over-subway D2 SPSP
pipe-straight E2 .P.P
pipe-curve F2 P..P
pipe-straight F1 P.P.
subway-station-curve D3 SS..
surface:
station-curve B2 HR..
station-curve D3 H..R
"""


def lines(*tiles: str) -> str:
    """A board text of these tile lines."""
    return "\n".join(tiles)


def part(answer: dict[str, object], *keys: str) -> list[object]:
    """Some entries of an answer."""
    return [answer[key] for key in keys]


def expansion(text: str, *, rules: str) -> dict[str, object]:
    """The expansion's entry of a score."""
    found = score_text(text, rules=rules)["expansion"]
    assert isinstance(found, dict)
    return found
