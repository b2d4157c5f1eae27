"""Values of the game: cells, sides, kinds, pieces, dice, boards, connections, scores and their notation."""
