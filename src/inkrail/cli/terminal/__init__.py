"""`inkrail terminal`: a game in the terminal, a line at a time."""

from inkrail.cli.terminal.command import terminal

__all__ = ["terminal"]
