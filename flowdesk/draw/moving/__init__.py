"""Pictures that move: GIF, APNG and WebP."""
