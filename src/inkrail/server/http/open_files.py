"""How many files a process may have open; every connection is one."""

from __future__ import annotations

import sys

_WITHOUT_LIMIT = 65_536


def most_files() -> int:
    """Raise the limit as far as the operating system lets this user, and return it."""
    if sys.platform == "win32":
        return _WITHOUT_LIMIT
    import resource  # noqa: PLC0415 - missing on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        except (OSError, ValueError):
            hard = soft
    return _WITHOUT_LIMIT if hard == resource.RLIM_INFINITY else hard
