"""The window in which engines race."""
