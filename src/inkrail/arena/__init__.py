"""Matches and measurements of bots."""
