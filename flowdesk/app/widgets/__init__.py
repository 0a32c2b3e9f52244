"""Small widgets that know nothing of puzzles."""
