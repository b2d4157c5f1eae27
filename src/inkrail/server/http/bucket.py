"""A token bucket: a burst, and then a steady rate."""

from __future__ import annotations


class Bucket:
    """A token bucket that refills at a steady rate."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, burst: float, *, rate: float, now: float) -> None:
        self._burst = self._left = burst
        self._rate = rate
        self._at = now

    def take(self, now: float, *, cost: int = 1) -> bool:
        """Take this many tokens if available. A clock that is set back removes none."""
        self._left = min(self._burst, self._left + max(0.0, now - self._at) * self._rate)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def spend(self, now: float, *, cost: int = 1) -> float:
        """Take this many tokens even if they are missing, and return the seconds until they are refilled."""
        if not self.take(now, cost=cost):
            self._left -= cost
        return max(0.0, -self._left / self._rate)

    def wait(self, now: float) -> float:
        """The seconds until all tokens that were missing are refilled."""
        return self.spend(now, cost=0)
