"""The teaching lab: classic rules to explore, backtracking engines, and races between them."""
