"""Playing in a terminal: its screen and keys, what is on it, and what the keys do."""
