"""flowdesk cnf: write a level as a formula that any SAT solver can read."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from flowdesk.cli import options, runs
from flowdesk.cli.output import NOT_SO, UNKNOWN, Console
from flowdesk.cli.rules import add_rules, chosen_rules
from flowdesk.cli.runs import Named
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import check_writable
from flowdesk.formats.registry import check_spares_picture
from flowdesk.kinds.answers import SolveResult, SolveStatus
from flowdesk.kinds.table import kind_of, solve, strict
from flowdesk.lab.rule_text import too_large
from flowdesk.lab.rulebook import FORMS
from flowdesk.lab.rulebooks import book_of, without_rules
from flowdesk.lab.written import Proved, Written, as_comment, of_kind, of_rules, prove_none
from flowdesk.sat.backend import is_installed, prove
from flowdesk.sat.cnf import dimacs

EXAMPLE = """examples:
  flowdesk cnf level.txt -o level.cnf && minisat level.cnf
  flowdesk cnf level.txt -o - --lazy | head
  flowdesk cnf instances.slk#3 -o third.cnf
  flowdesk cnf level.txt --form corrected --only 1,2,3 -o some.cnf
  flowdesk cnf none.txt -o none.cnf --proof none.drat && drat-trim none.cnf none.drat
  flowdesk cnf level.txt --another -o two.cnf --proof two.drat    there is no second solution

Comments at the beginning name the rules and explain every variable. With --form, a comment also
stands before the clauses of each rule. 'flowdesk decode' shows what a solver's model says. A proof
is in DRAT, for any checker. Exit status with --another or --proof: 1 if there is no solution that
could be excluded, or nothing to prove, 3 if that is unknown."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_file(parser)
    options.add_output(parser, "FILE.cnf", "'-' for standard output")
    add_formula(parser)
    text = "exclude the solution: a model is a second one; without one there is no model"
    options.add_flag(parser, "--another", text)
    text = "prove that the formula has no model (needs the package python-sat)"
    parser.add_argument("--proof", metavar="FILE.drat", help=text)
    options.add_timeout(parser, 60, "--another and --proof")


def add_formula(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which formula of a puzzle is meant."""
    parser.add_argument(
        "--form",
        choices=FORMS,
        help="the rules as 'flowdesk rules' has them: the classic ones, corrected or as first "
        "published, or FlowDesk's own (default: the formula for solvers, all rules at once)",
    )
    add_rules(parser)
    text = "leave out the clauses against loops, or several of them:"
    text += " much smaller, but models may have these"
    options.add_flag(parser, "--lazy", text)
    options.add_non_touching(parser, "no path may touch itself")


def run(arguments: argparse.Namespace, console: Console) -> None:
    for output in (arguments.output, arguments.proof):
        if output and output != "-":
            check_writable(Path(output))
            check_spares_picture(Path(output))
    if arguments.another and (arguments.form or arguments.lazy):
        raise FlowDeskError("--another is for the whole formula: leave out --form and --lazy.")
    if arguments.proof and arguments.proof == arguments.output:
        raise FlowDeskError("The formula and its proof need two files.")
    if arguments.proof and not is_installed("python-sat"):
        prove([])  # says what is missing
    puzzle = runs.single(arguments.file, console, arguments.kind)
    puzzle = puzzle.at(formula_level(arguments, puzzle))
    if arguments.another:
        formula = _another(puzzle, arguments, console)
        if formula is None:
            return
    else:
        formula = formula_of(arguments, puzzle.level)
    console.file(arguments.output, as_dimacs(formula, puzzle.name).encode())
    if arguments.proof:
        _write_proof(puzzle, formula, arguments, console)


def _another(puzzle: Named, arguments: argparse.Namespace, console: Console) -> Written | None:
    """Return the formula without the first solution; None, and say why, if that is not known."""
    question = runs.Question(solve, SolveResult(SolveStatus.UNKNOWN))
    found = runs.answer(puzzle, question, arguments, console)
    if found.solution is None:
        is_known = found.status is not SolveStatus.UNKNOWN
        why = "there is no solution" if is_known else "no solution was found in time"
        status = NOT_SO if is_known else UNKNOWN
        console.error(f"{puzzle.name}: {why} that --another could exclude.", status=status)
        return None
    stated = kind_of(puzzle.level).solving.formula(puzzle.level)
    stated.exclude(found.solution)
    return of_kind(puzzle.level, stated)


def _write_proof(
    puzzle: Named, formula: Written, arguments: argparse.Namespace, console: Console
) -> None:
    clauses = [clause for _, clause in formula.clauses]
    question = runs.Question(partial(prove_none, clauses=clauses), Proved(), doing="proving")
    found: Proved = runs.answer(puzzle, question, arguments, console)
    if found.status is SolveStatus.UNSOLVABLE:
        console.file(arguments.proof, found.proof.encode())
    elif found.status is SolveStatus.UNKNOWN:
        limit = "no proof was found within the time limit; --timeout allows more."
        console.error(f"{puzzle.name}: {limit}", status=UNKNOWN)
    elif arguments.another:
        more = "there is a second solution, so there is no proof that there is none."
        console.error(f"{puzzle.name}: {more}", status=NOT_SO)
    else:
        none = "the formula has a model, so there is no proof that it has none."
        hint = " --another is for the proof that it is the only one." if not arguments.form else ""
        console.error(f"{puzzle.name}: {none}{hint}", status=NOT_SO)


def formula_level(arguments: argparse.Namespace, puzzle: Named) -> Puzzle:
    """Return the complete level that the options of `add_formula` ask for; FlowDeskError if not."""
    level, form = puzzle.level, arguments.form
    if form is None:
        if arguments.only or arguments.without:
            raise FlowDeskError("--only and --without choose the rules of a --form: name one.")
    elif arguments.lazy:
        raise FlowDeskError("--lazy is for the formula without --form.")
    elif refused := without_rules(level):
        raise FlowDeskError(f"{puzzle.name}: {refused}")
    kind = kind_of(level)
    if form is None and not kind.solving.has_formula:
        raise FlowDeskError(f"{puzzle.name}: {kind.name} puzzles cannot be written as formulas.")
    level = runs.complete(puzzle).level
    if form and (large := too_large(level, form)):
        raise FlowDeskError(f"{puzzle.name} {large} --form fast has no limit.")
    return strict(level) if arguments.non_touching else level


def formula_of(arguments: argparse.Namespace, level: Puzzle) -> Written:
    """Return the formula for solvers, or that of the rules of a form, by default the game's."""
    form, book = arguments.form, book_of(level)
    if form is None:
        return of_kind(level, kind_of(level).solving.formula(level, lazy=arguments.lazy))
    rules = chosen_rules(arguments, book.forms[form].rules, book.needed(level, form))
    return of_rules(level, rules, form)


def as_dimacs(formula: Written, name: str) -> str:
    """Return a formula as DIMACS, with comments in ASCII that name its puzzle."""
    about = [f"{name} as written by FlowDesk", *formula.about]
    if formula.gap:
        may = "not be a solution (without a model there is no solution)"
        may = "break what is not stated" if formula.form else may
        about.insert(0, f"lazy: {formula.gap}, so a model may {may}")
    groups = {as_comment(group): clauses for group, clauses in formula.groups.items()}
    return dimacs(
        formula.variables,
        groups,
        map(as_comment, about),
        lambda variable: as_comment(formula.describe(variable)),
        headed=bool(formula.form),
    )
