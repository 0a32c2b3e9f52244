"""What is known of a puzzle: checks in the background, verdicts, notes, shares of edges."""
