"""The rules of a player's reasoning about Slitherlink, and what each costs."""

from __future__ import annotations

from flowdesk.kinds.deduction import Rule

#: All rules, in the order in which they are tried.
RULES = (
    Rule("clue-met", 1, "a clue has all its edges, so the others are off"),
    Rule("clue-needs-all", 1, "a clue needs all edges that it has left"),
    Rule("corner", 1, "at a corner the loop neither ends nor branches"),
    Rule("small-loop", 5, "an edge would close a loop while others are left"),
    Rule("adjacent-threes", 3, "two 3s side by side"),
    Rule("diagonal-threes", 5, "two 3s on a diagonal, side by side or with only 2s between"),
    Rule("board-corner", 3, "a clue in a corner of the board"),
    Rule("line-at-one", 5, "a 1 that a line runs into, or where the loop could not go on"),
    Rule("line-at-two", 7, "a 2 that a line runs into, or where the loop could not go on"),
    Rule("line-at-three", 5, "a 3 that a line runs into, or where the loop could not go on"),
    Rule("across-corner", 10, "the clue across a corner tells how many edges a clue has there"),
    Rule("inside-outside", 10, "an edge is on exactly if its two cells are on different sides"),
    Rule("sides", 15, "some cells beside a clue are known to be on the same or different sides"),
    Rule("connected", 20, "a cell connects what is inside, or what is outside, with the rest"),
    Rule("suppose", 30, "an edge is tried in mind, and a contradiction shows"),
)
