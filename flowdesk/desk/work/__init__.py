"""Long work: calls in processes, and generators that do a little at a time."""
