"""What every puzzle is made of, and safe access to files; imports the standard library alone."""
