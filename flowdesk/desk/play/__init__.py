"""Games: playing a puzzle, and what is remembered of games."""
