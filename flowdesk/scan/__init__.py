"""Reading the picture of a board: its grid, its dots, and what is doubtful about them.

Pillow is all that this room uses; it knows no window and no kind of puzzle.
"""
