"""The two classic backtracking engines, beside SAT: for comparison and for teaching."""
