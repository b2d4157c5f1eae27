"""What all tests share: the profiles of Hypothesis, and a time limit.

`INKRAIL_HYPOTHESIS=slow` tries more examples, different ones each time; without it every run tries the same few.
"""

import os

from hypothesis import HealthCheck, Phase, settings

from tests.time_limit import pytest_runtest_call, pytest_runtest_setup, pytest_runtest_teardown

__all__ = ["pytest_runtest_call", "pytest_runtest_setup", "pytest_runtest_teardown"]

# No test depends on the clock: a busy machine must not make one fail.
settings.register_profile(
    "default",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "slow",
    deadline=None,
    max_examples=2_000,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
# Run thousands of times: only whether a test fails matters, so examples are not shrunk.
settings.register_profile(
    "mutation",
    settings.get_profile("default"),
    max_examples=12,
    phases=[Phase.explicit, Phase.generate],
    report_multiple_bugs=False,
)
# Only the tests of compiling ahead have a server compile.
os.environ.setdefault("INKRAIL_WARM_UP", "no")
settings.load_profile(os.environ.get("INKRAIL_HYPOTHESIS", "default"))
