"""The pack browser: its window, its list of levels, and their pictures."""
