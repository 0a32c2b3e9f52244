"""flowdesk decode: draw what another solver's model of a formula says."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from flowdesk.cli import options, runs
from flowdesk.cli.cnf import add_formula, formula_level, formula_of
from flowdesk.cli.output import BAD_INPUT, Console
from flowdesk.cli.rules import answer_json, as_broken
from flowdesk.cli.runs import Named
from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.core.storage import check_writable, decode, read_bytes
from flowdesk.core.text import capital
from flowdesk.desk.pictures.picture import FORMATS, format_of, scene_bytes
from flowdesk.desk.pictures.style import Style
from flowdesk.formats.registry import STANDARD_INPUT, standard_input
from flowdesk.kinds.answers import SolveStatus
from flowdesk.kinds.table import board_scene, kind_of
from flowdesk.lab.clauses import in_dimacs
from flowdesk.lab.explore import Explored
from flowdesk.lab.own import Own, read_own
from flowdesk.lab.rulebooks import answer_scene, book_of, without_rules
from flowdesk.lab.written import Written, model_of, read_model, violated
from flowdesk.sat.cnf import Clause, Model

EXAMPLE = """examples:
  flowdesk cnf level.txt -o level.cnf; minisat level.cnf model.txt
  flowdesk decode level.txt model.txt
  flowdesk cnf level.txt --form corrected --only 1,2,3 -o - | kissat | \\
    flowdesk decode level.txt - --form corrected --only 1,2,3 -o answer.png
  flowdesk decode level.txt model.txt --vars own.cnf     the model of a formula of your own

The options that chose the formula choose it here as well: --form, --only, --without, --lazy and
--non-touching. Read are the lines 's' and 'v' of most solvers, the file that minisat writes, and
plain lists of literals. With --vars the formula is your own: comments in FILE say what variables
mean, such as 'c var 17 = P(1,2,R,t)', and variables without a value count as false. Exit
status: 1 if the solver says UNSAT, 3 if it does not know."""

#: The characters of drawings in ASCII, for terminals that have no others.
_ASCII = str.maketrans("━┃┛┗┓┏┫┣┻┳╋╹╻╸╺·", "-|+++++++++||--.")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_file(parser)
    parser.add_argument("model", metavar="MODEL", help="what the solver printed: a path, or '-'")
    add_formula(parser)
    text = "a formula of your own, or the comments that name variables"
    parser.add_argument("--vars", metavar="FILE", help=text)
    options.add_flag(parser, "--json", "print one line of JSON")
    names = ", ".join(name for name, each in FORMATS.items() if not each.moves)
    parser.add_argument("-o", "--output", metavar="PICTURE", help=f"draw a picture: {names}")
    options.add_look(parser, "picture")


def run(arguments: argparse.Namespace, console: Console) -> None:
    style = Style(cell=arguments.cell, theme=arguments.theme)
    suffix = _checked_suffix(arguments.output, style) if arguments.output else ""
    if arguments.file == arguments.model == STANDARD_INPUT:
        raise FlowDeskError("Only one of LEVEL and MODEL can be standard input.")
    puzzle = runs.single(arguments.file, console, arguments.kind)
    level = formula_level(arguments, puzzle)
    own = _own(arguments, puzzle, level) if arguments.vars else None
    try:
        printed = read_model(text_of(arguments.model))
        if own and not own.has_formula:
            own = replace(own, variables=max(own.variables, *map(abs, printed.lines), 0))
        formula = own.written(level) if own else formula_of(arguments, level)
        is_solved = printed.status is SolveStatus.SOLVED
        model = model_of(printed, formula, partial=own is not None) if is_solved else None
    except FormatError as error:
        raise error.at(source=arguments.model) from None
    found = _explored(level, formula, printed.status, model)
    wrong = violated(printed, formula) if model is not None else []
    if arguments.json:
        console.json(_as_json(puzzle, formula, found, wrong))
    elif model is None:
        words = "it has found none" if found.status is SolveStatus.UNKNOWN else "there is none"
        console.lines(f"{puzzle.name}: no model. The solver says that {words}.")
    else:
        head = f"{puzzle.name}: {len(model)} of {formula.variables} variables are true"
        if own and (open_ones := own.keys.keys() - set(map(abs, printed.lines))):
            have = "has" if len(open_ones) == 1 else "have"
            head += f", {len(open_ones)} with a meaning {have} no value"
        console.lines(head, *_as_lines(level, formula, found, console))
    if model is None:
        console.seen.add(runs.STATUS[found.status])
        return
    if wrong:
        number, group, clause = wrong[0]
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        hint = "Is it the model of another puzzle, or of a formula with other options?"
        problem = f"it violates clause {number}, {in_dimacs(clause)}, of {group}{more}. {hint}"
        console.error(f"{arguments.model}: this is no model: {problem}", status=BAD_INPUT)
    if suffix:
        if without_rules(level):
            segments = kind_of(level).drawing.segments(level, found.answer)
            scene = board_scene(level, segments, labels=True)
        else:
            scene = answer_scene(level, found.answer, found.broken)
        console.file(arguments.output, scene_bytes(scene, style, suffix))


def _checked_suffix(output: str, style: Style) -> str:
    """Return the suffix of the picture; FlowDeskError if it cannot be made."""
    style.check()
    file_format = format_of(Path(output))
    if file_format.moves:
        raise FlowDeskError(f"{output}: a model does not move; name a .png, .svg or .pdf.")
    check_writable(Path(output))
    return file_format.suffix


def _own(arguments: argparse.Namespace, puzzle: Named, level: Puzzle) -> Own:
    """Return the formula of --vars; FlowDeskError if it cannot be read."""
    if arguments.form or arguments.lazy:
        raise FlowDeskError("--vars brings a formula of its own: leave out --form and --lazy.")
    check_names(puzzle.name, level)
    return read_file(arguments.vars, level, needs_formula=False)


def check_names(name: str, level: Puzzle) -> None:
    """Raise FlowDeskError if nothing is known that variables could say of a level."""
    if refused := without_rules(level):
        raise FlowDeskError(f"{name}: {refused}")


def read_file(name: str, level: Puzzle, *, needs_formula: bool = True) -> Own:
    """Return the formula in a file; FlowDeskError with its name if it cannot be read."""
    try:
        return read_own(text_of(name), level, needs_formula=needs_formula)
    except FormatError as error:
        raise error.at(source=name) from None


def text_of(name: str) -> str:
    """Return the text of a file, or of standard input."""
    return decode(standard_input() if name == STANDARD_INPUT else read_bytes(Path(name)))


def _explored(
    level: Puzzle, formula: Written, status: SolveStatus, model: Model | None
) -> Explored:
    """Return what a solver has printed, as if our own had found it."""
    form, rules = formula.form or "fast", formula.rules
    answer = None if model is None else formula.answer(model)
    known = answer is not None and not without_rules(level)
    broken = book_of(level).broken(level, answer, form, rules) if known else ()
    sizes = formula.variables, len(formula.clauses)
    return Explored(rules, form, status, answer, tuple(broken), *sizes)


def _as_lines(level: Puzzle, formula: Written, found: Explored, console: Console) -> list[str]:
    """Return the board as a model has it, and which rules that breaks."""
    is_solution = without_rules(level)  # else it breaks some rules, perhaps
    rows = answer_rows(level, found.answer, console)
    gap = f"{capital(formula.gap)}." if formula.gap else ""
    return [*rows, *([gap] * bool(gap) if is_solution else as_broken(level, found, gap))]


def answer_rows(level: Puzzle, answer: Answer | None, console: Console) -> list[str]:
    """Return the board with an answer, in characters that can be printed."""
    if without_rules(level):
        rows = kind_of(level).words.letters(level, answer)
    else:
        rows = book_of(level).answer_rows(level, answer)
    return rows if console.can_print("".join(rows)) else [row.translate(_ASCII) for row in rows]


def _as_json(
    puzzle: Named, formula: Written, found: Explored, wrong: list[tuple[int, str, Clause]]
) -> dict[str, object]:
    said = kind_of(puzzle.level).files.answer_json  # as `solve` gives it
    return {
        "puzzle": puzzle.name,
        "rules": formula.rules if formula.form else None,
        "form": formula.form or None,
        "status": found.status,
        "variables": found.variables,
        "clauses": found.clauses,
        "violated": [number for number, _, _ in wrong],
        **(said(found.answer) if without_rules(puzzle.level) else answer_json(puzzle.level, found)),
    }
