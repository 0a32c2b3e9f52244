"""What can be shown over the level: a solution, two of them, hints, and what is certain."""
