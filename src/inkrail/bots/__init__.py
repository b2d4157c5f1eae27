"""Bots: players that need nothing but a view of their seat and a source of chance."""
