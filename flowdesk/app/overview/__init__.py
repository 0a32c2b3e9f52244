"""Overview: all puzzles of a document as thumbnails, to compare, keep and throw away."""
