"""flowdesk rules: solve a level with some of the rules only, and show what breaks.

It also walks through the rules one after the other, in pictures and pages, and compares encodings.
"""

from __future__ import annotations

import argparse
import re
import textwrap
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from flowdesk.cli import options, runs
from flowdesk.cli.output import Console, in_column
from flowdesk.cli.runs import Named
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import places
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.core.storage import make_folder, write_atomically
from flowdesk.core.text import counted
from flowdesk.desk.pictures.picture import memory_for_a_picture
from flowdesk.desk.pictures.style import Style
from flowdesk.draw import raster
from flowdesk.draw.scene import Scene
from flowdesk.kinds.answers import SolveStatus
from flowdesk.kinds.table import KINDS
from flowdesk.lab import rule_pages
from flowdesk.lab.changes import left
from flowdesk.lab.encodings import NOTE, Encoded, chart, compare, table
from flowdesk.lab.encodings import as_json as encoding_json
from flowdesk.lab.explore import AnswerCount, ClashingRules, Explored, contradiction, explore, sizes
from flowdesk.lab.rule_questions import Why, as_solved, how_many, reason
from flowdesk.lab.rule_text import named, requirement, too_large
from flowdesk.lab.rulebook import FORMS, Broken, Rule
from flowdesk.lab.rulebooks import RULE_BOOKS, AnyRuleBook, answer_scene, book_of, without_rules

#: Calls a function in a worker process: its result, or the second argument after the time limit.
Ask = Callable[[Callable[..., object], Any], Any]


def _list_of(rules: Sequence[Rule]) -> str:
    return "\n".join(f"  {rule.number:>2}  {rule.name}" for rule in rules)


def _lists_of(book: AnyRuleBook, name: str) -> str:
    return f"""the classic rules of {name} (--form corrected or published):
{_list_of(book.forms["corrected"].rules)}
  As first published, {book.published_flaw}
FlowDesk's own (--form fast):
{_list_of(book.forms["fast"].rules)}"""


EXAMPLE = "\n\n".join(
    [
        """examples:
  flowdesk rules level.txt --only 1,2,3
  flowdesk rules level.txt --without 10 --form published --json
  flowdesk rules level.txt --steps lecture        pictures and pages, rule by rule
  flowdesk rules level.txt --only 1,2,3,10,4 --steps lecture     in this order
  flowdesk rules loop.txt --form published        several loops may pass
  flowdesk rules level.txt --encodings --plot sizes.png     pairwise, binary and FlowDesk's
  flowdesk rules --latex --only 1,2               the formulas, for a paper""",
        *(_lists_of(book, KINDS[key].name) for key, book in RULE_BOOKS.items()),
    ]
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    text = "a path, '-', FILE#n or puzz.link link; not needed with --latex"
    parser.add_argument("file", nargs="?", metavar="FILE", help=text)
    options.add_kind(parser)
    add_rules(parser)
    text = "the classic rules, corrected (default) or as first published, or FlowDesk's own"
    parser.add_argument("--form", default=FORMS[0], choices=FORMS, help=text)
    options.add_flag(parser, "--json", "print one line of JSON")
    text = "print the formulas of the rules as LaTeX (--kind: those of another kind), and end"
    options.add_flag(parser, "--latex", text)
    text = "write a picture of the answer after each rule, and all of them with rules, formulas "
    text += "and counts as index.html and rules.tex"
    parser.add_argument("--steps", metavar="FOLDER", help=text)
    options.add_look(parser, "pictures")
    text = "instead, compare encodings of all rules: their sizes, and what they take to solve"
    options.add_flag(parser, "--encodings", text)
    parser.add_argument("--plot", metavar="PICTURE", help="draw a chart of the encodings, as .png")
    options.add_timeout(parser, 60, "everything together")


def run(arguments: argparse.Namespace, console: Console) -> None:
    if arguments.latex:
        for option in ("json", "steps", "encodings"):
            if getattr(arguments, option):
                raise FlowDeskError(f"--latex prints formulas alone: leave out --{option}.")
        console.lines(*_latex(arguments, console))
        return
    if arguments.file is None:
        raise FlowDeskError("flowdesk rules needs a FILE; only --latex does without one.")
    puzzle = runs.single(arguments.file, console, arguments.kind)
    level, form = puzzle.level, arguments.form
    if refused := without_rules(level):
        raise FlowDeskError(f"{puzzle.name}: {refused}")
    known = book_of(level).forms[form].rules
    usual: Sequence[int] = book_of(level).needed(level, form)
    if form == "fast":  # FlowDesk's own include the optional one, as in `as_solved`: it is faster
        usual = [rule.number for rule in known]
    rules = chosen_rules(arguments, known, usual)
    runs.complete(puzzle)
    if arguments.encodings:
        _compare_encodings(puzzle, arguments, console)
        return
    if arguments.plot:
        raise FlowDeskError("--plot draws a chart of --encodings.")
    if large := too_large(level, form):
        raise FlowDeskError(f"{puzzle.name} {large} --form fast has no limit.")
    ends_at = time.monotonic() + arguments.timeout

    def ask(function: Callable[..., object], unknown: Any) -> Any:
        """Return the result of a call in a worker process, within the time limit."""
        asked = argparse.Namespace(**vars(arguments))
        if arguments.timeout:
            asked.timeout = max(ends_at - time.monotonic(), 1e-9)  # as 0 is no limit
        return runs.answer(puzzle, runs.Question(function, unknown), asked, console)

    if arguments.steps is not None:
        _write_steps(arguments, puzzle, rules, ask, console)
    if form == "fast" and arguments.only is arguments.without is None:
        found: Explored = ask(as_solved, Explored(rules, form))
    else:
        found = _explored(ask, rules, form)
    console.seen.add(runs.STATUS[found.status])
    if arguments.json:
        console.json(as_json(puzzle, found))
        return
    why: Why | None = None
    parts: ClashingRules | None = None
    if found.status is SolveStatus.UNSOLVABLE and form != "fast":
        why, parts = _reasons(ask, found.rules, form)
    # `as_solved` may have left out optional rules.
    in_order = [number for number in rules if number in found.rules]
    count = ask(partial(how_many, found=found), None) if found.answer else None
    console.lines(*as_lines(puzzle, found, in_order, count), *as_reasons(puzzle, why, parts))


def _explored(ask: Ask, rules: Sequence[int], form: str, besides: Answer | None = None) -> Explored:
    """Return the answer to some rules, or another one."""
    unknown = Explored(tuple(sorted(rules)), form)
    found: Explored = ask(partial(explore, rules=rules, form=form, besides=besides), unknown)
    return found


def _reasons(ask: Ask, rules: Sequence[int], form: str) -> tuple[Why | None, ClashingRules | None]:
    """Return why some rules have no answer, and, if that does not tell all, which contradict."""
    why: Why | None = ask(partial(reason, rules=rules, form=form), None)
    if why and why.is_all:
        return why, None
    return why, ask(partial(contradiction, rules=rules, form=form), None)


def _write_steps(
    arguments: argparse.Namespace, puzzle: Named, rules: Sequence[int], ask: Ask, console: Console
) -> None:
    """Write a picture of the answer to the first rule, the first two, and so on, and the pages."""
    if not arguments.steps:
        raise FlowDeskError("--steps needs the name of a folder.")
    folder, level, form = Path(arguments.steps), puzzle.level, arguments.form
    make_folder(folder)
    by_number = {rule.number: rule for rule in book_of(level).forms[form].rules}
    look = Style(cell=arguments.cell, theme=arguments.theme).look()

    def write(name: str, scene: Scene, caption: str) -> str:
        with memory_for_a_picture():
            picture = raster.png(replace(scene, caption=(caption,)), look)
        console.file(str(folder / name), picture)
        return name

    steps: list[rule_pages.RuleStep] = []
    for count, number in enumerate(rules, 1):
        rule, on = by_number[number], rules[:count]
        found = _explored(ask, on, form)
        if found.answer is None:
            is_none = found.status is SolveStatus.UNSOLVABLE
            ended = "there is no answer" if is_none else "the time limit was reached"
            console.error(f"{folder}: no pictures from rule {number} on: {ended}.")
            step = rule_pages.RuleStep(rule, found)
            if is_none and form != "fast":
                why, parts = _reasons(ask, on, form)
                step = replace(step, why=why, parts=parts)
            if marked := step.marked:
                scene = answer_scene(level, None, [Broken(number, "", marked)])
                name = write(f"{count:02}-contradiction.png", scene, "No answer")
                step = replace(step, picture=name)
            steps.append(step)
            break
        scene = answer_scene(level, found.answer, found.broken)
        name = write(f"{count:02}-rule-{number:02}.png", scene, f"{number}  {rule.name}")
        is_solved = rule_pages.is_solution(level, found)
        another = _explored(ask, on, form, found.answer) if is_solved else None
        steps.append(rule_pages.RuleStep(rule, found, name, another))
    walk = rule_pages.Walk(level, puzzle.name, form, steps, ask(partial(sizes, form=form), None))
    console.file(str(folder / "index.html"), rule_pages.html(walk).encode())
    console.file(str(folder / "rules.tex"), rule_pages.latex(walk).encode())


def _compare_encodings(puzzle: Named, arguments: argparse.Namespace, console: Console) -> None:
    """Compare the encodings of a complete puzzle."""
    chosen = {"--only": arguments.only, "--without": arguments.without, "--steps": arguments.steps}
    for option in (name for name, value in chosen.items() if value is not None):
        raise FlowDeskError(f"--encodings compares all rules of the game: leave out {option}.")
    target = Path(arguments.plot) if arguments.plot else None
    if target:
        runs.check_chart(target, [arguments.file])
    level = puzzle.level
    if large := too_large(level, FORMS[0]):
        raise FlowDeskError(f"{puzzle.name} {large}")
    question = runs.Question(compare, (), doing="comparing encodings of")
    found = runs.answer(puzzle, question, arguments, console)
    is_all = len(found) == len(book_of(level).encodings)
    console.seen.add(runs.STATUS[found[0].status if is_all else SolveStatus.UNKNOWN])
    if arguments.json:
        encodings = [encoding_json(each) for each in found]
        console.json({"puzzle": puzzle.name, "complete": is_all, "encodings": encodings})
    else:
        console.lines(*_table_of(puzzle, found, is_all=is_all))
    if target and found:
        title = f"{Path(puzzle.name).name}: the rules of the game as clauses"
        write_atomically(target, chart(found, title))


def _table_of(puzzle: Named, found: tuple[Encoded, ...], *, is_all: bool) -> list[str]:
    """Return a headline, the table, and what its columns are."""
    if not found:
        return [f"{puzzle.name}: unknown: the time limit was reached"]
    unsolvable = "" if found[0].status is SolveStatus.SOLVED else ": there is no solution"
    lines = [f"{puzzle.name}, the rules of the game as clauses{unsolvable}"]
    names, *figures = zip(*table(found), strict=True)
    columns = [in_column(names, "<"), *map(in_column, figures)]
    lines += ["  " + "  ".join(row) for row in zip(*columns, strict=True)]
    if not is_all:
        lines.append("  The time limit was reached: the other encodings are unknown.")
    known = book_of(puzzle.level).encodings[: len(found)]
    for note in (NOTE, *(f"{each.name}: {each.tip}." for each in known)):
        lines += ["", *textwrap.wrap(note, 78, initial_indent="  ", subsequent_indent="  ")]
    return lines


def _latex(arguments: argparse.Namespace, console: Console) -> list[str]:
    """Return the formulas of the rules, a paragraph each, ragged so that none is too wide."""
    key = arguments.kind or next(iter(RULE_BOOKS))
    if arguments.file is not None:
        key = runs.single(arguments.file, console, arguments.kind).level.kind
    if key not in RULE_BOOKS:
        raise FlowDeskError(f"No rules are known for {KINDS[key].name} puzzles.")
    form = RULE_BOOKS[key].forms[arguments.form]
    rules = {rule.number: rule for rule in form.rules}
    chosen = chosen_rules(arguments, form.rules, list(rules))
    shown = [form.helpers] if form.helpers and not arguments.only else []
    shown += [rules[number] for number in chosen]
    lines = ["% \\usepackage{amsmath}", "\\begin{flushleft}"]
    for rule in shown:
        number = "" if rule is form.helpers else f"{rule.number}\\quad "
        lines.append(f"\\textbf{{{number}{rule_pages.latex_text(rule.name)}}}\\\\")
        lines += [rule_pages.latex_formula(rule.formula), "\\par\\medskip"]
    return [*lines, "\\end{flushleft}"]


def as_json(puzzle: Named, found: Explored) -> dict[str, object]:
    return {
        "puzzle": puzzle.name,
        "rules": found.rules,
        "form": found.form,
        "status": found.status,
        "variables": found.variables,
        "clauses": found.clauses,
        "seconds": round(found.seconds, 6),
        **answer_json(puzzle.level, found),
    }


def answer_json(puzzle: Puzzle, found: Explored) -> dict[str, object]:
    """Return the cells of an answer, if there is one, and what it breaks."""
    return {
        "cells": book_of(puzzle).cells_json(found.answer) if found.answer else [],
        "broken": [
            {"rule": each.rule, "message": each.message, "cells": each.cells}
            for each in found.broken
        ],
    }


def as_lines(
    puzzle: Named, found: Explored, rules: Sequence[int], count: AnswerCount | None = None
) -> list[str]:
    """Return a headline that names the rules, the size of their formula, and what is broken."""
    book = book_of(puzzle.level)
    which = named(rules, as_given=True)
    clash = "contradicts itself" if len(found.rules) == 1 else "contradict each other"
    words = {
        SolveStatus.SOLVED: "there is an answer",
        SolveStatus.UNSOLVABLE: f"there is no answer: {which} {clash}",
        SolveStatus.UNKNOWN: "unknown: the time limit was reached",
    }[found.status]
    lines = [f"{puzzle.name}, {which}: {words}"]
    if found.status is not SolveStatus.UNKNOWN:
        size = f"{found.variables} variables, {found.clauses} clauses"
        lines.append(f"  {size}, {counted(found.rounds, 'round')}, {found.seconds:.3f} s")
    if found.answer:
        unknown = AnswerCount(found.rules, found.form, 0, is_exact=False)
        sentence = left(replace(count or unknown, share=None))
        lines.append(f"  {sentence}".replace("\u00a0", " "))  # which people search for
    number, gap = book.gap
    is_gap = found.form == "published" and number in {each.rule for each in found.broken}
    return [*lines, *as_broken(puzzle.level, found, gap if is_gap else "")]


def as_broken(puzzle: Puzzle, found: Explored, gap: str) -> list[str]:
    """Return what an answer breaks, and the gap that allows it; or that it is a solution."""
    book = book_of(puzzle)
    rule = "classic rule" if found.form == "fast" else "rule"
    needed = book.needed(puzzle)
    wrong = [each for each in found.broken if each.rule in needed]
    told = ((f"{each.rule} is broken at {places(each.cells)}", each.message) for each in wrong)
    lines = [f"  {rule} {what}: {message}" for what, message in told]
    lines += [f"  {gap}"] if gap and wrong else []
    if found.answer and not wrong:
        lines.append("  This is a solution.")
    if optional := sorted({each.rule for each in found.broken} - {*needed}):
        allowed = f"{book.optional_broken.capitalize()}: the game allows that"
        lines.append(f"  {allowed}, {named(optional)} does not.")
    return lines


def as_reasons(puzzle: Named, why: Why | None, parts: ClashingRules | None) -> list[str]:
    """Return why there is no answer, and the requirements that contradict each other."""
    lines: list[str] = []
    if why:
        told = why.finding.message if why.finding.rule == "conflict" else ""
        lines.append(f"  {told or puzzle.entry.describe(why.finding)}")
    if parts:
        book = book_of(puzzle.level)
        lines.append("  These requirements contradict each other:")
        lines += [f"  {requirement(book, number, cells)}" for number, cells in parts.parts]
    return lines


def add_rules(parser: argparse.ArgumentParser) -> None:
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--only", type=_numbers, metavar="N,N...", help="use these, in this order")
    text = "use all rules but these"
    chosen.add_argument("--without", type=_numbers, metavar="N,N...", help=text)


def chosen_rules(
    arguments: argparse.Namespace, known: Sequence[Rule], usual: Sequence[int]
) -> tuple[int, ...]:
    """Return the rules that the options of `add_rules` choose; FlowDeskError for one unknown."""
    numbers = [rule.number for rule in known]
    for number in arguments.only or arguments.without or ():
        if number not in numbers:
            raise FlowDeskError(f"There is no rule {number}: use {numbers[0]} to {numbers[-1]}.")
    return tuple(n for n in arguments.only or usual if n not in (arguments.without or ()))


def _numbers(text: str) -> list[int]:
    if not re.fullmatch(r"\s*\d{1,4}(\s*,\s*\d{1,4})*\s*", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no list of rules, as in 1,2,3")
    return list(dict.fromkeys(int(part) for part in text.split(",")))
