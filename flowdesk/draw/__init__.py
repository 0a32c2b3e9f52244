"""Pictures: scenes in grid coordinates, and the writers of all formats."""
