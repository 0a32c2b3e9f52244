"""Propositional logic: formulas as sets of named clauses, and the search for their models."""
