"""Pages to print, as PDF files and as previews."""
