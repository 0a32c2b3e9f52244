"""Flow: connect equal dots with paths that cover every cell and never cross."""
