"""Own: somebody's formula of a puzzle, whose comments say what its variables mean; folders of them.

It is exact if its answers are the solutions of the puzzle. An answer is what variables with a
meaning say: helper variables may have any values, so many models may have one answer.
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.grid import by_row, cell_name
from flowdesk.core.growing_csv import as_csv
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.core.storage import decode, files_below, read_bytes
from flowdesk.core.text import capital, counted
from flowdesk.kinds.answers import Progress, SolveStatus, Word, unheard
from flowdesk.lab.explore import Explored
from flowdesk.lab.formula import Key, Names
from flowdesk.lab.rulebooks import book_of
from flowdesk.lab.written import Written, as_comment
from flowdesk.sat.backend import Search
from flowdesk.sat.cnf import Clause, Cnf, Model

#: What files with formulas are called.
SUFFIXES = (".cnf", ".dimacs")

#: So many seconds the window compares a formula with a level.
LIMIT = 60.0

#: ``var 17 = P(1,2,R,t)``; FlowDesk itself writes ``variable 17: P(1,2,R,t): row 1, ...``.
_MEANING = re.compile(r"(?:c\s+)?(var\s+(\S+)\s*=|variable\s+(\d+):)\s*(.*)")
_HEADER = re.compile(r"p\s+cnf\s+(\d{1,9})\s+(\d{1,9})\s*")
_ANOTHER = "Is it the formula of another puzzle?"
_EXAMPLE = "A comment says what a variable means: 'c var 17 = NAME'."


@dataclass(frozen=True)
class Own:
    """The clauses of a formula, and what some of its variables say.

    `called` has the name of each of these; without a `has_formula` there are no clauses.
    """

    variables: int
    clauses: tuple[Clause, ...]
    keys: Mapping[int, Key]
    called: Mapping[int, str]
    has_formula: bool = True

    def true(self, model: Model) -> set[Key]:
        """Return what the variables that are true say."""
        return {self.keys[variable] for variable in model & self.keys.keys()}

    def answer(self, puzzle: Puzzle, model: Model) -> object:
        """Return what a model says of a puzzle."""
        return book_of(puzzle).names(puzzle).answer(self.true(model), set(self.keys.values()))

    def written(self, puzzle: Puzzle) -> Written:
        """Return the formula like one that FlowDesk has written."""
        return Written(
            "",
            book_of(puzzle).needed(puzzle, "fast"),
            self.variables,
            {"the formula": self.clauses},
            (),
            "",
            lambda variable: self.called.get(variable, "a helper"),
            lambda model: self.answer(puzzle, model),
        )


def read_own(text: str, puzzle: Puzzle, *, needs_formula: bool = True) -> Own:
    """Read DIMACS whose comments name variables; FormatError with the line if that is impossible.

    Unless it `needs_formula`, the names alone will do, and need not be about every cell.
    """
    known = _KnownNames(book_of(puzzle).names(puzzle))
    keys: dict[int, Key] = {}
    called: dict[int, str] = {}
    lines: dict[int | Key, int] = {}
    header: tuple[int, int] | None = None
    clauses: list[Clause] = []
    clause: list[int] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if words[:1] == ["%"]:  # ends the formulas of SATLIB
            break
        if meaning := _MEANING.fullmatch(line.strip()):
            variable = _number(meaning[2] or meaning[3], number)
            key, name = known.named(meaning[4], number, is_ours=bool(meaning[3]))
            if not key:
                continue
            for what, at in ((f"variable {variable}", variable), (name, key)):
                if at in lines:
                    problem = f"{what} has been named on line {lines[at]} already."
                    hint = "Each variable has one name, and each name one variable."
                    raise FormatError(problem, line=number, hint=hint)
                lines[at] = number
            keys[variable], called[variable] = key, name
        elif words[:1] == ["p"]:
            found = _HEADER.fullmatch(line.strip())
            if header or not found:
                problem = "this is a second header." if header else f"{line[:40]!r} is no header."
                hint = "One line 'p cnf VARIABLES CLAUSES' stands before the clauses."
                raise FormatError(problem, line=number, hint=hint)
            header = int(found[1]), int(found[2])
        elif words and not words[0].startswith("c"):
            if not header:
                hint = "Before the clauses stands a line 'p cnf VARIABLES CLAUSES'."
                raise FormatError("clauses begin without a header.", line=number, hint=hint)
            for word in words:
                if literal := _literal(word, header[0], number):
                    clause.append(literal)
                else:
                    clauses.append(tuple(clause))
                    clause = []
    _check_whole(header, clauses, clause, needs_formula=needs_formula)
    if not keys:
        raise FormatError("no variable has a meaning.", hint=f"{_EXAMPLE} {known.names.hint}")
    most = header[0] if header else max(keys)
    for variable in keys:
        if variable > most:
            problem = f"there is no variable {variable}: the header names {most}."
            raise FormatError(problem, line=lines[variable])
    if needs_formula:
        _check_open_cells(known.names, keys.values())
    return Own(most, tuple(clauses), keys, called, header is not None)


def _check_open_cells(names: Names[object], keys: Collection[Key]) -> None:
    told = {cell for key in keys for cell in names.about(key)}
    if left := by_row(set(names.open_cells) - told):
        more = f" and {counted(len(left) - 1, 'other cell')}" if len(left) > 1 else ""
        problem = f"no variable says anything of {cell_name(left[0])}{more}."
        raise FormatError(problem, hint=f"{_ANOTHER} {_EXAMPLE} {names.hint}")


def _number(word: str, line: int) -> int:
    if not re.fullmatch(r"[1-9]\d{0,8}", word):
        problem = f"{word[:20]!r} is no variable."
        raise FormatError(problem, line=line, hint="Variables are numbers from 1 on.")
    return int(word)


def _literal(word: str, variables: int, line: int) -> int:
    if not re.fullmatch(r"-?\d{1,9}", word):
        hint = "Clauses are numbers, each clause ended by 0."
        raise FormatError(f"{word[:20]!r} is no literal.", line=line, hint=hint)
    if abs(int(word)) > variables:
        problem = f"there is no variable {abs(int(word))}: the header names {variables}."
        raise FormatError(problem, line=line)
    return int(word)


class _KnownNames:
    """The names that there are, without blanks."""

    def __init__(self, names: Names[object]) -> None:
        self.names = names
        self._keys = {as_comment(name).replace(" ", ""): key for name, key in names.keys.items()}
        self._shapes = {_shape(name) for name in self._keys}

    def named(self, text: str, line: int, *, is_ours: bool) -> tuple[Key | None, str]:
        """Return what a name says, and the name; no key for a helper of FlowDesk's own formulas."""
        name = text.split(": ")[0].strip()
        short = name.replace(" ", "")
        if key := self._keys.get(short):
            return key, name
        is_known = _shape(short) in self._shapes
        if is_ours and not is_known:
            return None, name
        told = {cell for key in self._keys.values() for cell in self.names.about(key)}
        for row, column in re.findall(r"(\d+),(\d+)", short) if is_known else ():
            if (at := (int(column) - 1, int(row) - 1)) not in told:
                problem = f"{name[:40]}: {cell_name(at)} is not on the board."
                hint = f"Rows and columns count from 1.{f' {_ANOTHER}' if is_ours else ''}"
                raise FormatError(problem, line=line, hint=hint)
        problem = f"{name[:40]!r} says nothing of this puzzle."
        raise FormatError(problem, line=line, hint=_ANOTHER if is_ours else self.names.hint)


def _shape(name: str) -> str:
    """Return a name without what stands in its brackets."""
    return re.sub(r"\(.*?\)", "()", name)


def _check_whole(
    header: tuple[int, int] | None,
    clauses: Sequence[Clause],
    clause: Sequence[int],
    *,
    needs_formula: bool,
) -> None:
    if header is None:
        if needs_formula:
            raise FormatError("there is no formula here: a line 'p cnf ...' is missing.")
    elif clause:
        raise FormatError("the last clause does not end with 0.", hint="Is the file complete?")
    elif len(clauses) != header[1]:
        problem = f"the header names {counted(header[1], 'clause')}, and there are {len(clauses)}."
        raise FormatError(problem, hint="Is the file complete?")


class Exactness(Word):
    """Whether the answers of a formula are the solutions of a puzzle."""

    EXACT = "exact"
    INEXACT = "not exact"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Judged:
    """What is known of a formula.

    `allows` is an answer that is no solution, `forbids` a solution that is no answer. `solutions`
    is the number of those of the puzzle that have been compared, which are all if it is known to be
    exact. `has_answer` is False if the formula contradicts itself. `odd` is a variable that says
    something else than the answer that is shown.
    """

    status: Exactness = Exactness.UNKNOWN
    allows: Answer | None = None
    forbids: Answer | None = None
    solutions: int = 0
    has_answer: bool = True
    odd: str = ""
    seconds: float = 0.0


def judge(puzzle: Puzzle, own: Own, *, progress: Progress[Judged] = unheard) -> Judged:
    """Compare the answers of a formula with the solutions of a puzzle."""
    began = time.perf_counter()
    found = Judged()

    def known(**new: Any) -> Judged:
        nonlocal found
        found = replace(found, **new, seconds=time.perf_counter() - began)
        progress(found)
        return found

    search = _OwnSearch(own)
    if search.model() is None:
        known(has_answer=False)
    book = book_of(puzzle)
    names, rules = book.names(puzzle), book.needed(puzzle, "fast")
    formula, cnf = book.formula(puzzle, rules, "fast")
    solver = Search(cnf)
    while (model := solver.refine(formula.cut)) is not None:
        answer = formula.answer(model)
        assert book.solves(puzzle, answer)
        cnf.add("another", formula.excluding(answer))
        facts = names.facts(answer)
        literals = [v if key in facts else -v for v, key in own.keys.items()]
        if found.forbids is None and search.model(literals) is None:
            known(status=Exactness.INEXACT, forbids=answer)
        search.exclude(literals)
        known(solutions=found.solutions + 1)
    wrong = search.model()
    if wrong is not None:
        true, named = own.true(wrong), set(own.keys.values())
        answer = names.answer(true, named)
        odd = "" if explored(puzzle, answer).broken else _odd(own, names.facts(answer), true)
        return known(status=Exactness.INEXACT, allows=answer, odd=odd)
    return known(status=Exactness.EXACT if found.forbids is None else found.status)


def explored(puzzle: Puzzle, answer: object) -> Explored:
    """Return an answer as if our own solver had found it, with what it breaks."""
    book = book_of(puzzle)
    rules = book.needed(puzzle, "fast")
    broken = book.broken(puzzle, answer, "fast", rules)
    return Explored(rules, "fast", SolveStatus.SOLVED, answer, tuple(broken))


def verdict(found: Judged) -> str:
    """Return in words what is known of a formula."""
    if found.status is Exactness.EXACT:
        if not found.has_answer:
            return "the puzzle has no solution, and the formula no answer"
        which = "the solution" if found.solutions == 1 else f"the {found.solutions:,} solutions"
        return f"{which} of the puzzle, and no other answer"
    wrong = []
    if found.allows is not None:
        wrong.append("it allows a wrong answer")
    if found.forbids is not None:
        wrong.append(f"it forbids {'the' if found.solutions == 1 else 'a'} solution")
    if not found.has_answer:
        wrong.append("it contradicts itself")
    if wrong:
        return " and ".join(wrong)
    return f"stopped after {counted(found.solutions, 'solution')}, with nothing wrong so far"


def _odd(own: Own, facts: Collection[Key], true: Collection[Key]) -> str:
    """Say which variable contradicts the others, whose answer breaks no rule."""
    for variable, key in sorted(own.keys.items()):
        if (key in facts) != (key in true):
            value = "true" if key in true else "false"
            name = f"Variable {variable}, {own.called[variable]}"
            return f"{name}, is {value} there, against what the board shows."
    return ""


class _OwnSearch:
    """The models of a formula, less and less of them."""

    def __init__(self, own: Own) -> None:
        self._cnf = Cnf(range(1, own.variables + 1))
        self._cnf.add("formula", own.clauses)
        self._is_empty = not all(own.clauses)  # not every solver takes an empty clause
        self._search = Search(self._cnf)

    def model(self, literals: Sequence[int] = ()) -> Model | None:
        """Return a model in which these literals are true; None if there is none."""
        if self._is_empty:
            return None
        return self._search.refine(lambda *_: False, supposed=[[each] for each in literals])

    def exclude(self, literals: Sequence[int]) -> None:
        """Leave out the models in which all these literals are true."""
        self._cnf.add("excluded", [[-literal for literal in literals]])


#: What the columns are called.
HEAD = ("Formula", "Status", "Verdict", "Variables", "Clauses")


@dataclass(frozen=True)
class Submission:
    """A formula by its name in the folder; `found` is None until it has been compared.

    Without a formula, `problem` says why the file cannot be read.
    """

    name: str
    own: Own | None = None
    problem: str = ""
    found: Judged | None = None

    @property
    def row(self) -> tuple[str, str, str, str, str]:
        """What the table says."""
        if self.own is None:
            return self.name, "not read", capital(self.problem), "", ""
        status, said = ("", "") if self.found is None else (self.found.status, verdict(self.found))
        sizes = f"{self.own.variables:,}", f"{len(self.own.clauses):,}"
        return self.name, status, capital(said), *sizes


def submissions_in(folder: Path, puzzle: Puzzle) -> list[Submission]:
    """Return the formulas in a folder and below it; FlowDeskError if there is none."""
    paths, errors = formulas_below(folder)
    if not paths:
        raise errors[0]
    return [_read(path, str(path.relative_to(folder)), puzzle) for path in paths]


def formulas_below(folder: str | Path) -> tuple[list[Path], list[FlowDeskError]]:
    """Return the files with formulas in a folder and below it, and what is wrong, as with none."""
    paths, errors = files_below(folder, SUFFIXES)
    if not paths and not errors:
        suffixes = " or ".join(SUFFIXES)
        none = f"{folder}: there is no formula ({suffixes}) in this folder or below it."
        errors = [FlowDeskError(none)]
    return paths, errors


def _read(path: Path, name: str, puzzle: Puzzle) -> Submission:
    try:
        return Submission(name, read_own(decode(read_bytes(path)), puzzle))
    except FlowDeskError as error:
        return Submission(name, problem=str(error))


def csv_file(submissions: Iterable[Submission]) -> bytes:
    """Return the table as CSV."""
    return as_csv([HEAD, *(each.row for each in submissions)]).encode()
