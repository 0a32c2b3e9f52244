"""Deduce as a player does: positions, rules, hints and difficulty."""
