"""Slow, naive answers to the questions the engine answers fast, written from the rules alone.

Nothing here imports `inkrail`, so that the engine and its oracles cannot share an error.
"""
