"""What a puzzle is: grids, edits, findings and files, with the standard library alone."""
