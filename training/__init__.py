"""How the value model of the bots is made: games against itself, then a fit. See docs/measurements.md."""
