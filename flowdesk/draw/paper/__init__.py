"""Pages to print: what can be put on one, as a PDF file and as a picture to look at."""
