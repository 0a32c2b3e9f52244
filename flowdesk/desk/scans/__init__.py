"""Scans: what was read from pictures, with what the solver says about it; many at a time."""
