"""Generate Slitherlinks, and thin out the clues of a loop."""
