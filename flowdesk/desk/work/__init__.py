"""Long work: calls in processes, and generators that work in short steps."""
