"""Solve, check, count and explain Flow levels by SAT and by a frontier sweep."""
