"""flowdesk check: tell how many solutions puzzles have, and what is wrong with them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

from flowdesk.cli import options, runs
from flowdesk.cli.output import Console, findings_json
from flowdesk.cli.runs import Named
from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import places
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.knowledge.verdict import disagreement, verdict
from flowdesk.kinds.answers import (
    CheckResult,
    CheckStatus,
    Conflict,
    Count,
    Difficulty,
    Progress,
    unheard,
)
from flowdesk.kinds.known import Known
from flowdesk.kinds.table import kind_of

EXAMPLE = """examples:
  flowdesk check level.txt                  by the game's rule, and without touching
  flowdesk check --json --non-touching puzzles/packs
  flowdesk check --count level.txt          exactly how many there are
  flowdesk check instances.slk              Slitherlinks: a puzzle a line
  flowdesk check pack --report pack.html    what there is to say about a pack, on a page

On large boards of Flow it can take long to prove that there is no second solution in which a path
touches itself. The difficulty is printed if it is found within the same time limit."""

NOT_CHECKED = CheckResult(CheckStatus.UNKNOWN)
NOT_COUNTED = Count(0, False, 0, 0.0)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_files(parser)
    text = "count the solutions exactly, or at least as far as the time allows;"
    text += " this takes two processes for each puzzle"
    options.add_flag(parser, "--count", text)
    text = "write what there is to say about all of them: a page (.html) or a table (.csv)"
    parser.add_argument("--report", type=Path, metavar="FILE", help=text)
    options.add_search(parser, timeout=60)


def run(arguments: argparse.Namespace, console: Console) -> None:
    questions = [runs.Question(check_and_explain, NOT_CHECKED, doing="checking")]
    if arguments.count:
        questions.append(runs.Question(count, NOT_COUNTED, doing="counting"))
    questions.append(runs.Question(rate, None, races=False, doing="rating"))
    if arguments.report:
        from flowdesk.desk.packs.report import check_suffix  # few checks have one

        check_suffix(arguments.report)
        runs.check_output(arguments.report, arguments.files)
    checked: list[tuple[str, Known]] = []
    try:
        for puzzle, results in runs.raced(questions, arguments, console, is_settled):
            known = combined(puzzle.level, results)
            if wrong := disagreement(known):
                console.own_error(puzzle.name, wrong)
                known = Known(known.level, check=NOT_CHECKED, count=NOT_COUNTED)
            console.seen.add(runs.CHECKED[known.status])
            if arguments.report:
                checked.append((puzzle.name, known))
            if arguments.json:
                console.json(as_json(puzzle, known))
            else:
                console.lines(*as_lines(puzzle, known))
    finally:
        if checked:
            _write_report(arguments.report, arguments.files, checked, console)


def _write_report(
    path: Path, files: list[str], checked: list[tuple[str, Known]], console: Console
) -> None:
    """Write what there is to say about all puzzles.

    Of one folder it has that pack's own words, and names the files within it.
    """
    from flowdesk.desk.packs.manifest import PackAbout, about_of
    from flowdesk.desk.packs.report import Report, Reported, report_bytes

    about, folder = PackAbout(), Path(files[0])
    if len(files) == 1 and folder.is_dir():
        about = about_of(folder)
        checked = [(os.path.relpath(name, folder), known) for name, known in checked]
    about = replace(about, title=about.title or runs.common_name(files) or "Puzzles")
    report = Report(about, [Reported(name, known.level, known) for name, known in checked])
    console.file(str(path), report_bytes(report, path))


def check_and_explain(puzzle: Puzzle, *, progress: Progress[CheckResult] = unheard) -> CheckResult:
    """Check a puzzle; where there is no solution, tell why if its kind says that."""
    kind = kind_of(puzzle)
    found: CheckResult = kind.solving.check(puzzle, progress=progress)
    if found.status is not CheckStatus.UNSOLVABLE or not (kind.mending and kind.mending.says_why):
        return found
    progress(found)
    if found.findings:
        return found

    def tell(so_far: Conflict) -> None:
        progress(replace(found, conflict=so_far))

    return replace(found, conflict=kind.mending.explain(puzzle, progress=tell))


def count(puzzle: Puzzle, *, progress: Progress[Count]) -> Count:
    """Count the solutions of a puzzle, if it is complete and its kind can be counted."""
    kind = kind_of(puzzle)
    if kind.counting is None:
        return Count(0, False, 0, 0.0, f"{kind.name} puzzles cannot be counted.")
    if kind.incomplete(puzzle):
        return NOT_COUNTED
    return kind.counting.count(puzzle, progress=progress)


def rate(puzzle: Puzzle) -> Difficulty | None:
    """Rate how hard a puzzle is, if its kind can be rated."""
    reasoning = kind_of(puzzle).reasoning
    return reasoning.rate(puzzle) if reasoning else None


def combined(puzzle: Puzzle, results: runs.Results) -> Known:
    """Return what is known from a check, a count if there is one, and a rating."""
    checked, *counts, rated = results
    known = Known(puzzle, checked.findings, check=checked, count=counts[0] if counts else None)
    known = replace(known, conflict=checked.conflict)
    return replace(known, difficulty=rated) if known.is_unique else known


def is_settled(puzzle: Puzzle, results: runs.Results, question: int) -> bool:
    """Whether the results so far answer a question, given by its number."""
    asked = ("check", *["count"] * (len(results) - 2), "difficulty")
    known = combined(puzzle, results)
    if known.status is CheckStatus.UNSOLVABLE:
        mending = kind_of(puzzle).mending
        if mending and mending.says_why:
            return asked[question] != "check"  # it ends by itself, once it has told why
    return asked[question] in known.settled


def as_json(puzzle: Named, known: Known) -> dict[str, object]:
    number: dict[str, object] = {}
    if total := known.total:
        number = {"count": total.number if total.exact else {"at_least": total.number}}
    has_strict_rule = kind_of(known.level).solving.has_strict_rule
    return {
        "puzzle": puzzle.name,
        "kind": known.level.kind,
        "status": known.status,
        **({"non_touching": known.non_touching} if has_strict_rule else {}),
        **number,
        "differs": known.check.differs if known.check else (),
        "difficulty": known.difficulty and asdict(known.difficulty),
        "seconds": round(known.seconds, 6),
        "findings": findings_json([*known.findings, *_conflict(known)]),
    }


def as_lines(puzzle: Named, known: Known) -> list[str]:
    """Return a headline, and below it the count, the findings, and where two solutions differ."""
    lines = [f"{puzzle.name}: {verdict(known).line}"]
    if known.difficulty:
        lines[0] += f"; {known.difficulty.level} (score {known.difficulty.score:g})"
    if known.status in (CheckStatus.MULTIPLE, CheckStatus.UNKNOWN) and (counted := known.total):
        lines.append(f"  {how_many(known.level, counted)}")
    lines += [f"  {puzzle.entry.describe(finding)}" for finding in known.findings]
    if known.conflict:
        lines.append(f"  {known.conflict.message}")
    lines += [f"  {note.text}" for note in kind_of(known.level).words.remarks(known)]
    if known.check and (differs := known.check.differs):
        differing = kind_of(known.level).words.differing(known.level, known.check)
        lines.append(f"  {differing}: {places(differs, 8)}")
    return lines


def _conflict(known: Known) -> Iterator[Finding]:
    if why := known.conflict:
        yield Finding("conflict", why.message, why.cells, Severity.IMPOSSIBLE)


def how_many(puzzle: Puzzle, counted: Count) -> str:
    name = kind_of(puzzle).words.solution_name(puzzle)
    number = f"{counted.number:,} {name}{'' if counted.number == 1 else 's'}"
    if counted.exact:
        return f"exactly {number}"
    why = counted.gave_up or "The time limit was reached."
    return f"at least {number}: {why[0].lower()}{why[1:-1]}"
