"""Read and write files of puzzles: formats for several kinds, and the registry of all formats."""
