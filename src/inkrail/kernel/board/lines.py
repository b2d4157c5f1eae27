"""The columns of a row of score lines. Errors are counted, not negative."""

from __future__ import annotations

from typing import Final

TOTAL: Final = 0
NETWORK_POINTS: Final = 1
HIGHWAY: Final = 2
RAILWAY: Final = 3
CENTRE_POINTS: Final = 4
ERRORS: Final = 5
EXPANSION: Final = 6
CLOSED_LAKES: Final = 7
NETWORKS: Final = 8
"""From here on: how many networks have one exit, two exits, ... twelve."""
LINES: Final = 20

# Underground there are more columns (U7).
PIPE_POINTS: Final = 20
SUBWAY_POINTS: Final = 21
PIPELINE: Final = 22
SUBWAY: Final = 23
CENTRE_BELOW: Final = 24
ERRORS_BELOW: Final = 25
BROKEN_PIPES: Final = 26
HUBS_BELOW: Final = 27
PIPE_NETWORKS: Final = 28
"""From here on: how many pipe networks have no exit, one, two, ... twelve."""
SUBWAY_NETWORKS: Final = 41
"""From here on: how many subway networks have no exit or hub, one, two, ..."""
LINES_WITH_UNDERGROUND: Final = 104
