"""Bots in worker processes, within a time budget."""
