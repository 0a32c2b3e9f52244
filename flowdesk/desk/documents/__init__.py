"""The open document, its undo, its file, the settings, and unsaved work."""
