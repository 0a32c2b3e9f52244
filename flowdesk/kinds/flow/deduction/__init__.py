"""Solve Flow levels as a person does, step by step, and rate what that costs."""
