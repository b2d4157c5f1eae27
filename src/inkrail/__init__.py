"""Plays Railroad Ink."""

__version__ = "0.1.0"
