"""Put literals and clauses into words, into the names of formulas, and into DIMACS."""

from __future__ import annotations

from collections.abc import Callable

from flowdesk.lab.rulebook import Meaning
from flowdesk.sat.cnf import Clause

_COUNTED = {2: "both", 3: "all three", 4: "all four", 5: "all five", 6: "all six"}


def literal_words(literal: int, meaning: Callable[[int], Meaning]) -> str:
    """Return a literal as a clause of a sentence: ``row 1, column 2 is not red``."""
    what = meaning(abs(literal))
    return f"{what.subject} {what.predicate(literal)}"


def literal_name(literal: int, meaning: Callable[[int], Meaning]) -> str:
    """Return a literal as formulas have it: ``¬P(2,1,R,t)``."""
    return f"{'' if literal > 0 else '¬'}{meaning(abs(literal)).name}"


def in_words(clause: Clause, meaning: Callable[[int], Meaning]) -> str:
    """Return a clause as a sentence, an implication where some of its literals are negative."""
    if not clause:
        return "Nothing satisfies the empty clause."
    conditions = [-literal for literal in clause if literal < 0]
    results = [literal for literal in clause if literal > 0]
    if len(clause) == 1:
        return _sentence(literal_words(clause[0], meaning))
    if not results:
        return excluded(clause, meaning)
    if not conditions:
        return _sentence(_joined(results, meaning, "or"))
    premise = _joined(conditions, meaning, "and")
    return _sentence(f"if {premise}, then {_joined(results, meaning, 'or')}")


def excluded(clause: Clause, meaning: Callable[[int], Meaning]) -> str:
    """Return a clause as what it excludes: ``Not both of these: ...``."""
    if len(clause) < 2:
        return in_words(clause, meaning)
    which = _COUNTED.get(len(clause), f"all {len(clause)}")
    together = "; ".join(literal_words(-literal, meaning) for literal in clause)
    return f"Not {which} of these: {together}."


def in_names(clause: Clause, meaning: Callable[[int], Meaning]) -> str:
    """Return a clause as formulas have it: ``¬P(2,1,R,t) ∨ arm(2,1,t)``."""
    return " ∨ ".join(literal_name(literal, meaning) for literal in clause) or "⊥"


def in_dimacs(clause: Clause) -> str:
    """Return a clause as a line of DIMACS."""
    return " ".join(map(str, [*clause, 0]))


def _joined(literals: list[int], meaning: Callable[[int], Meaning], last: str) -> str:
    """Return literals joined by commas and a last word; the same subject is named once in a row."""
    words: list[str] = []
    subject = ""
    for literal in literals:
        what = meaning(abs(literal))
        same, subject = what.subject == subject, what.subject
        words.append(what.predicate(literal) if same else literal_words(literal, meaning))
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
