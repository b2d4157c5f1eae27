"""Boards: their words, the tables of a ruleset, where tiles go, what follows from a drawing, and the score."""
