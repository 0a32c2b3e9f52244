"""Solve, check, count and explain Slitherlink by SAT and by a frontier sweep."""
