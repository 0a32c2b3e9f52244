"""flowdesk decode: draw what another solver's model of a formula says."""

from __future__ import annotations

import argparse
from pathlib import Path

from flowdesk.cli import runs
from flowdesk.cli.cnf import add_formula, formula_level, kind_formula, rules_formula
from flowdesk.cli.inputs import Named
from flowdesk.cli.output import BAD_INPUT, NOT_SO, UNKNOWN, Console
from flowdesk.cli.rules import answer_json, as_broken
from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import check_writable, decode, read_bytes
from flowdesk.desk.pictures.picture import FORMATS, format_of, scene_bytes
from flowdesk.desk.pictures.style import Style
from flowdesk.formats.source import STANDARD_INPUT, standard_input
from flowdesk.kinds.answers import SolveStatus
from flowdesk.kinds.table import board_scene, kind_of
from flowdesk.lab import written
from flowdesk.lab.clauses import in_dimacs
from flowdesk.lab.explore import Explored
from flowdesk.lab.rulebooks import answer_scene, book_of, without_rules
from flowdesk.lab.written import Written, model_of, read_model, violated
from flowdesk.sat.cnf import Clause, Model

EXAMPLE = """examples:
  flowdesk cnf level.txt -o level.cnf; minisat level.cnf model.txt
  flowdesk decode level.txt model.txt
  flowdesk cnf level.txt --form corrected --only 1,2,3 -o - | kissat | \\
    flowdesk decode level.txt - --form corrected --only 1,2,3 -o answer.png

The options that chose the formula choose it here as well: --form, --only, --without, --lazy and
--non-touching. Read are the lines 's' and 'v' of most solvers, the file that minisat writes, and
plain lists of literals. Exit status: 1 if the solver says UNSAT, 3 if it does not know."""

#: The characters of drawings in ASCII, for terminals that have no others.
_ASCII = str.maketrans("━┃┛┗┓┏┫┣┻┳╋╹╻╸╺·", "-|+++++++++||--.")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    runs.add_file(parser)
    parser.add_argument("model", metavar="MODEL", help="what the solver printed: a path, or '-'")
    add_formula(parser)
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    names = ", ".join(name for name, each in FORMATS.items() if not each.moves)
    parser.add_argument("-o", "--output", metavar="PICTURE", help=f"draw a picture: {names}")
    parser.add_argument(
        "--cell", type=int, default=48, metavar="PX", help="cell size of the picture"
    )
    parser.add_argument("--theme", default="light", metavar="NAME", help="theme of the picture")


def run(arguments: argparse.Namespace, console: Console) -> None:
    style = Style(cell=arguments.cell, theme=arguments.theme)
    suffix = _checked_suffix(arguments.output, style) if arguments.output else ""
    if arguments.file == arguments.model == STANDARD_INPUT:
        raise FlowDeskError("Only one of LEVEL and MODEL can be standard input.")
    puzzle = runs.single(arguments.file, console, arguments.kind)
    level = formula_level(arguments, puzzle)
    if arguments.form:
        formula = rules_formula(arguments, level)
    else:
        formula = written.of_kind(level, kind_formula(arguments, level))
    try:
        printed = read_model(_text(arguments.model))
        if printed.status is not SolveStatus.SOLVED:
            _tell_none(puzzle, formula, printed.status, arguments, console)
            return
        model = model_of(printed, formula)
    except FormatError as error:
        raise error.at(source=arguments.model) from None
    _tell(puzzle, level, formula, model, arguments, console)
    if suffix:
        found = _explored(level, formula, model)
        if without_rules(level):
            scene = board_scene(
                level, kind_of(level).drawing.segments(level, found.answer), labels=True
            )
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


def _text(name: str) -> str:
    return decode(standard_input() if name == STANDARD_INPUT else read_bytes(Path(name)))


def _tell_none(
    puzzle: Named,
    formula: Written,
    status: SolveStatus,
    arguments: argparse.Namespace,
    console: Console,
) -> None:
    """Report that the solver has found no model."""
    console.seen.add(NOT_SO if status is SolveStatus.UNSOLVABLE else UNKNOWN)
    words = "there is none" if status is SolveStatus.UNSOLVABLE else "it has found none"
    if arguments.json:
        console.json(_as_json(puzzle, formula, status))
    else:
        console.lines(f"{puzzle.name}: no model. The solver says that {words}.")


def _explored(level: Puzzle, formula: Written, model: Model) -> Explored:
    """Return what a model says, as if our own solver had found it."""
    book, answer = book_of(level), formula.answer(model)
    form, rules = formula.form or "fast", formula.rules
    return Explored(
        rules,
        form,
        SolveStatus.SOLVED,
        answer,
        () if without_rules(level) else tuple(book.broken(level, answer, form, rules)),
        formula.variables,
        len(formula.clauses),
    )


def _tell(
    puzzle: Named,
    level: Puzzle,
    formula: Written,
    model: Model,
    arguments: argparse.Namespace,
    console: Console,
) -> None:
    """Print what a model says, which rules that breaks, and whether it is a model at all."""
    found, wrong = _explored(level, formula, model), violated(model, formula)
    if arguments.json:
        console.json(_as_json(puzzle, formula, found.status, found, wrong))
    else:
        is_explored = not without_rules(level)
        if is_explored:
            rows = book_of(level).answer_rows(level, found.answer)
        else:
            rows = kind_of(level).words.letters(level, found.answer)
        if not console.can_print("".join(rows)):
            rows = [row.translate(_ASCII) for row in rows]
        head = f"{puzzle.name}: {len(model)} of {formula.variables} variables are true"
        gap = f"{formula.gap[:1].upper()}{formula.gap[1:]}." if formula.gap else ""
        said = as_broken(level, found, gap) if is_explored else [gap] * bool(gap)
        console.lines(head, *rows, *said)
    if wrong:
        number, group, clause = wrong[0]
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        hint = "Is it the model of another puzzle, or of a formula with other options?"
        problem = f"it violates clause {number}, {in_dimacs(clause)}, of {group}{more}. {hint}"
        console.error(f"{arguments.model}: this is no model: {problem}", status=BAD_INPUT)


def _as_json(
    puzzle: Named,
    formula: Written,
    status: SolveStatus,
    found: Explored | None = None,
    wrong: list[tuple[int, str, Clause]] | None = None,
) -> dict[str, object]:
    return {
        "puzzle": puzzle.name,
        "rules": formula.rules if formula.form else None,
        "form": formula.form or None,
        "status": status,
        "variables": formula.variables,
        "clauses": len(formula.clauses),
        "violated": [number for number, _, _ in wrong or ()],
        **_answer_json(puzzle.entry.level, found),
    }


def _answer_json(level: Puzzle, found: Explored | None) -> dict[str, object]:
    """Return what a model says: the cells and what is broken, or a solution as `solve` gives it."""
    if without_rules(level):
        return kind_of(level).files.answer_json(found and found.answer)
    return answer_json(level, found)
