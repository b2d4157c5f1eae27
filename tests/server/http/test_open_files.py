"""The limit of open files."""

from __future__ import annotations

import resource

from inkrail.server.http.open_files import most_files


def test_the_limit_is_raised_as_far_as_allowed() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(1000, before[1]), before[1]))
        most = most_files()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (before[1], before[1])
        assert most == before[1] or before[1] == resource.RLIM_INFINITY
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
