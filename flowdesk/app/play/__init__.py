"""Play: the game in the window."""
