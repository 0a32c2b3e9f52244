"""What is found out about a level, beside the board: what is known, what would help, and hints."""
