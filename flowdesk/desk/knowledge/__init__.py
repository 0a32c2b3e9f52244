"""What is known of a level: verdicts, surveys, what is certain, hints in words."""
