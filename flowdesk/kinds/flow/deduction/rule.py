"""The rules of a player's reasoning about Flow, and what each costs."""

from __future__ import annotations

from flowdesk.kinds.deduction import Rule

#: All rules. A path that has to be imagined costs about ten. Of the rules for single cells that
#: share a look, the first is the one seen most easily.
RULES = (
    Rule(
        "same-color",
        5,
        "two cells of one colour side by side are joined, if no path touches itself",
    ),
    Rule("corner", 2, "only one way leads through a corner"),
    Rule("one-exit", 2, "a path can go on only one way"),
    Rule("cut-off", 5, "a cell would be left with one way if a path did not come in"),
    Rule("two-ways", 5, "a cell has only two ways left"),
    Rule("colors", 10, "paths beside a cell cannot be joined in it"),
    Rule("loop", 10, "a path must not close into a ring"),
    Rule("touching", 10, "one of the above, if no path touches itself"),
    Rule(
        "edge",
        20,
        "a path follows the edge, or something would be cut off; if no path touches itself",
    ),
    Rule("passage", 20, "a colour has to pass a gap, or must not turn in there"),
    Rule("pairing", 20, "a path that went through a gap could not come back"),
    Rule("suppose", 30, "a step is tried in mind, and a contradiction shows"),
    Rule("search", 300, "only a long search shows how a path goes on, if no path touches itself"),
)
