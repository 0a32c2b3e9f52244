"""What pointer and keys mean: one module a mode."""
