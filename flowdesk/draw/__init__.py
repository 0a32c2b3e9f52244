"""Pictures: scenes in grid coordinates, and the writers that turn them into something to see."""
