"""Study: what the dice gave and what a player made of it, hints, best ends, best boards and puzzles."""
