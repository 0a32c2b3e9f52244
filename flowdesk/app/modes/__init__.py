"""What is done with the board of a tab: it is edited, solved, played, or told about."""
