"""Slitherlink: one closed loop along the edges; a clue is the number of its cell's edges on it."""
