"""Slow, naive answers to the questions the engine answers fast, written from the rules alone.

Nothing here imports `inkrail`: an error in the engine cannot hide in its judge.
"""
