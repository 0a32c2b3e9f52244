"""flowdesk cnf: write a level as a formula that any SAT solver can read."""

from __future__ import annotations

import argparse
from pathlib import Path

from flowdesk.cli import runs
from flowdesk.cli.output import Console
from flowdesk.cli.rules import add_rules, chosen_rules
from flowdesk.cli.runs import Named
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import check_writable, write_atomically
from flowdesk.formats.registry import check_spares_picture
from flowdesk.kinds.table import kind_of, strict
from flowdesk.lab.rule_text import too_large
from flowdesk.lab.rulebook import FORMS
from flowdesk.lab.rulebooks import book_of, without_rules
from flowdesk.lab.written import Written, as_comment, of_kind, of_rules
from flowdesk.sat.cnf import dimacs

EXAMPLE = """examples:
  flowdesk cnf level.txt -o level.cnf && minisat level.cnf
  flowdesk cnf level.txt -o - --lazy | head
  flowdesk cnf instances.slk#3 -o third.cnf
  flowdesk cnf level.txt --form corrected --only 1,2,3 -o some.cnf

Comments at the beginning name the rules and explain every variable. With --form, a comment also
stands before the clauses of each rule. 'flowdesk decode' shows what a solver's model says."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    runs.add_file(parser)
    runs.add_output(parser, "FILE.cnf", "'-' for standard output")
    add_formula(parser)


def add_formula(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which formula of a puzzle is meant."""
    parser.add_argument(
        "--form",
        choices=FORMS,
        help="the rules as 'flowdesk rules' has them: the classic ones, corrected or as first "
        "published, or FlowDesk's own (default: the formula for solvers, all rules at once)",
    )
    add_rules(parser)
    parser.add_argument(
        "--lazy",
        action="store_true",
        help="leave out the clauses against loops, or several of them: much smaller, but models "
        "may have these",
    )
    runs.add_non_touching(parser, "no path may touch itself")


def run(arguments: argparse.Namespace, console: Console) -> None:
    if arguments.output != "-":
        check_writable(Path(arguments.output))
        check_spares_picture(Path(arguments.output))
    puzzle = runs.single(arguments.file, console, arguments.kind)
    text = as_dimacs(formula_of(arguments, formula_level(arguments, puzzle)), puzzle.name)
    if arguments.output == "-":
        console.text(text)
    else:
        write_atomically(Path(arguments.output), text.encode())
        console.note(f"written to {arguments.output}")


def formula_level(arguments: argparse.Namespace, puzzle: Named) -> Puzzle:
    """Return the complete level that the options of `add_formula` ask for; FlowDeskError if not."""
    level, form = puzzle.entry.level, arguments.form
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
    level = runs.complete(puzzle).entry.level
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
        so = (
            "a model may break what is not stated"
            if formula.form
            else "a model may not be a solution (without a model there is no solution)"
        )
        about.insert(0, f"lazy: {formula.gap}, so {so}")
    groups = {as_comment(group): clauses for group, clauses in formula.groups.items()}

    def describe(variable: int) -> str:
        return as_comment(formula.describe(variable))

    is_headed = bool(formula.form)
    return dimacs(formula.variables, groups, map(as_comment, about), describe, headed=is_headed)
