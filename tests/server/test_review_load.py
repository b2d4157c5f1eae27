"""Reviews that many people ask for at once take nothing from the tables in play."""

from __future__ import annotations

import pytest
from benchmarks.reviews import compare

REVIEWS = 40


@pytest.mark.slow
async def test_forty_reviews_arrive_beside_tables_in_play() -> None:
    result = await compare(REVIEWS, tables=50, seconds=20.0)
    assert result["reviews"]["arrived"] == REVIEWS
    assert result["reviews"]["computed"] == {"done": REVIEWS}
    assert result["holds"], result
