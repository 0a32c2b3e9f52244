"""Flow: connect the endpoints of each colour with paths that cover all cells and never cross."""
