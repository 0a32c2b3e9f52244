"""The lab in the window: the explorer of rules, engines to watch, races."""
