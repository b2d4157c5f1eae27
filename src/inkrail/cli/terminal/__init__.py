"""`inkrail terminal`: a game in the terminal, line by line."""

from inkrail.cli.terminal.command import terminal

__all__ = ["terminal"]
