"""Put literals and clauses into words, into the names of formulas, and into DIMACS."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from flowdesk.lab.rulebook import Meaning
from flowdesk.sat.cnf import Clause

#: variable -> what it says.
Meanings: TypeAlias = Callable[[int], Meaning]

_COUNTED = {2: "both", 3: "all three", 4: "all four", 5: "all five", 6: "all six"}


class Piece(NamedTuple):
    """A part of a clause as it is read; `literal` is the one that it stands for, 0 if for none.

    If it `is_opposite`, it says that the literal is false, as the condition of an implication does.
    """

    text: str
    literal: int = 0
    is_opposite: bool = False


def literal_words(literal: int, meaning: Meanings) -> str:
    """Return a literal as a clause of a sentence: ``row 1, column 2 is not red``."""
    what = meaning(abs(literal))
    return f"{what.subject} {what.predicate(literal)}"


def literal_name(literal: int, meaning: Meanings) -> str:
    """Return a literal as formulas have it: ``¬P(2,1,R,t)``."""
    return f"{'' if literal > 0 else '¬'}{meaning(abs(literal)).name}"


def in_words(clause: Clause, meaning: Meanings) -> str:
    """Return a clause as a sentence, an implication where some of its literals are negative."""
    return "".join(piece.text for piece in pieces_in_words(clause, meaning))


def excluded(clause: Clause, meaning: Meanings) -> str:
    """Return a clause as what it excludes: ``Not both of these: ...``."""
    if len(clause) < 2:
        return in_words(clause, meaning)
    return "".join(piece.text for piece in _excluded(clause, meaning))


def in_names(clause: Clause, meaning: Meanings) -> str:
    """Return a clause as formulas have it: ``¬P(2,1,R,t) ∨ arm(2,1,t)``."""
    return "".join(piece.text for piece in pieces_in_names(clause, meaning))


def in_dimacs(clause: Clause) -> str:
    """Return a clause as a line of DIMACS."""
    return "".join(piece.text for piece in pieces_in_dimacs(clause))


def pieces_in_names(clause: Clause, meaning: Meanings) -> list[Piece]:
    """Return the pieces of `in_names`."""
    named = [Piece(literal_name(literal, meaning), literal) for literal in clause]
    return _between(named, [Piece(" ∨ ")] * len(clause)) or [Piece("⊥")]


def pieces_in_dimacs(clause: Clause) -> list[Piece]:
    """Return the pieces of `in_dimacs`."""
    numbers = [Piece(str(literal), literal) for literal in clause]
    return _between([*numbers, Piece("0")], [Piece(" ")] * len(clause))


def pieces_in_words(clause: Clause, meaning: Meanings) -> list[Piece]:
    """Return the pieces of `in_words`; a condition stands for the literal that is its opposite."""
    literals = {abs(literal): literal for literal in clause}
    return [
        piece._replace(literal=literal, is_opposite=literal != piece.literal)
        for piece in _in_words(clause, meaning)
        for literal in [literals.get(abs(piece.literal), 0)]
    ]


def _in_words(clause: Clause, meaning: Meanings) -> list[Piece]:
    """Return the pieces with what they say, which may be the opposite of a literal."""
    if not clause:
        return [Piece("Nothing satisfies the empty clause.")]
    conditions, results = _split(clause, meaning)
    if _shared(clause, meaning) and (not results or (not conditions and len(clause) > 2)):
        return _together(clause, meaning)
    if not results:
        return _excluded(clause, meaning)
    if not conditions:
        first, *others = _listed(_said(results, meaning), "or")
        return [Piece(_capital(first.text), first.literal), *others, Piece(".")]
    about = {meaning(abs(literal)).subject for literal in conditions}
    known = about.pop() if len(about) == 1 else ""
    return [
        Piece("If "),
        *_listed(_said(conditions, meaning), "and"),
        Piece(", then "),
        *_listed(_said(results, meaning, known=known), "or"),
        Piece("."),
    ]


def _together(clause: Clause, meaning: Meanings) -> list[Piece]:
    """Return a clause that says the same of several subjects."""
    which = f"Not {_all(clause)} of these are" if clause[0] < 0 else "At least one of these is"
    subjects = [Piece(meaning(abs(literal)).subject, abs(literal)) for literal in clause]
    return [
        Piece(f"{which} {_shared(clause, meaning)}: "),
        *_between(subjects, [Piece("; ")] * len(clause)),
        Piece("."),
    ]


def _excluded(clause: Clause, meaning: Meanings) -> list[Piece]:
    said = _said([-literal for literal in clause], meaning, repeated="it ")
    pieces = _between(said, [Piece("; ")] * len(said))
    return [Piece(f"Not {_all(clause)} of these: "), *pieces, Piece(".")]


def _shared(clause: Clause, meaning: Meanings) -> str:
    """Return what literals say of different subjects, without "is"; empty if they differ in it."""
    said = {meaning(abs(literal)).predicate(abs(literal)) for literal in clause}
    subjects = {meaning(abs(literal)).subject for literal in clause}
    if len({literal > 0 for literal in clause}) > 1 or len(said) > 1 or len(subjects) == 1:
        return ""
    verb, _, rest = said.pop().partition(" ")
    return rest if verb == "is" else ""


def _all(clause: Clause) -> str:
    return _COUNTED.get(len(clause), f"all {len(clause)}")


def _split(clause: Clause, meaning: Meanings) -> tuple[list[int], list[int]]:
    """Return the conditions and the results of an implication that says the same as a clause.

    Conditions are the negative literals; but a clause that describes one thing by both kinds of
    literals, and ends with another thing, is about the latter.
    """
    subjects = [meaning(abs(literal)).subject for literal in clause]
    head = next((at for at, each in enumerate(subjects) if each != subjects[0]), len(clause))
    is_mixed = len({literal > 0 for literal in clause[:head]}) == 2
    if is_mixed and head < len(clause) and subjects[0] not in subjects[head:]:
        return [-literal for literal in clause[:head]], list(clause[head:])
    conditions = [-literal for literal in clause if literal < 0]
    results = [literal for literal in clause if literal > 0]
    if len(clause) == 1:
        return [], list(clause)
    return conditions, results


def _said(
    literals: Sequence[int], meaning: Meanings, *, known: str = "", repeated: str = ""
) -> list[Piece]:
    """Return what literals say; a subject is named once, and is "it" if it is `known` at first."""
    said: list[Piece] = []
    subject = verb = ""
    for literal in literals:
        what = meaning(abs(literal))
        predicate = what.predicate(literal)
        first = predicate.partition(" ")[0]
        if what.subject != subject:
            is_known = what.subject == known and not said
            text = f"{'it' if is_known else what.subject} {predicate}"
        elif repeated:
            text = f"{repeated}{predicate}"
        else:
            text = predicate.partition(" ")[2] if first == verb else predicate
        subject, verb = what.subject, first
        said.append(Piece(text, literal))
    return said


def _listed(pieces: Sequence[Piece], last: str) -> list[Piece]:
    """Return pieces joined by commas and a last word."""
    between = [Piece(", ")] * (len(pieces) - 2) + [Piece(f" {last} ")]
    return _between(pieces, between)


def _between(pieces: Sequence[Piece], between: Sequence[Piece]) -> list[Piece]:
    """Return pieces with others between them."""
    found = list(pieces[:1])
    for separator, piece in zip(between, pieces[1:], strict=False):
        found += [separator, piece]
    return found


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
