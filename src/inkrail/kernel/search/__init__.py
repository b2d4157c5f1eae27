"""Searches of a round: random games, all its ends, the best ends by a beam, the exact last round."""
