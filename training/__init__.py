"""Trains the bots' value models: self-play, then a fit. See docs/measurements.md."""
