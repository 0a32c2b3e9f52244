"""The application without a screen: documents, undo, background work, playback."""
