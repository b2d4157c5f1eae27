"""Studies: long answers about finished games, computed once, in the background."""
