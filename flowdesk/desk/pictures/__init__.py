"""Pictures, movies and booklets of levels."""
