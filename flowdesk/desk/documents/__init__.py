"""The open document with undo and file, the settings, and unsaved work."""
