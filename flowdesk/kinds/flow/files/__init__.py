"""Files that hold Flow levels alone."""
