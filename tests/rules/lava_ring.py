"""A board of the lava expansion on which one more tile shuts the lava in (F6)."""

RING = (
    "volcano D4 FFFF",
    "railway-straight D1 R.R.",
    "railway-t D2 R.RR",
    "railway-curve C2 .RR.",
    "railway-t C3 RRR.",
    "railway-straight C4 R.R.",
    "railway-curve C5 RR..",
    "railway-straight D5 .R.R",
    "railway-curve E5 R..R",
    "railway-straight E4 R.R.",
    "railway-curve E3 ..RR",
)
"""Railways round the volcano; only D3 is free, between railways on the left and on the right."""
