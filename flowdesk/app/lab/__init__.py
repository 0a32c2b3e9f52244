"""The lab in the window: rules to explore, solvers to watch, the engines, lessons."""
