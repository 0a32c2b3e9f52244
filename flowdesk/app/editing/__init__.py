"""What the pointer and the keys change on the board."""
