"""Generate Flow levels."""
