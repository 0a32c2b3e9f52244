"""The pack browser: a window of its own, its list of levels, their pictures."""
