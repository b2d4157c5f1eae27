"""Summary statistics: mean, spread and confidence interval."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_NORMAL: Final = statistics.NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Summary:
    """Mean, standard deviation and standard error of some numbers; a single number has only a mean."""

    count: int
    mean: float
    sd: float | None
    sem: float | None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % confidence interval of the mean, by Student's distribution."""
        if self.sem is None:
            return None
        reach = student_quantile(self.count - 1) * self.sem
        return self.mean - reach, self.mean + reach


def summary(numbers: Sequence[float]) -> Summary:
    """The summary of at least one number."""
    count, mean = len(numbers), statistics.fmean(numbers)
    if count < 2:
        return Summary(count, mean, None, None)
    sd = statistics.stdev(numbers)
    return Summary(count, mean, sd, sd / math.sqrt(count))


def student_quantile(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution: exact for 1 and 2 degrees of freedom, else within 0.004.

    The series is that of Cornish and Fisher around the normal distribution's quantile.
    """
    if freedom == 1:
        return math.tan(0.475 * math.pi)
    if freedom == 2:
        return 0.95 * math.sqrt(2 / (1 - 0.95**2))
    z, n = _NORMAL, freedom
    terms = (
        z,
        (z**3 + z) / (4 * n),
        (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2),
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3),
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4),
    )
    return math.fsum(terms)
