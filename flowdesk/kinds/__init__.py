"""The kinds of puzzle, a folder each."""
