"""Boards as text and as SVG, in drawings of our own; it knows tiles and sides, not rules."""
