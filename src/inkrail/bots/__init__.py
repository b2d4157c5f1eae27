"""Bots: players that need only a view of their seat and a random source."""
