"""flowdesk check: how many solutions, and what is wrong."""

from __future__ import annotations

import argparse
from dataclasses import asdict, dataclass, replace
from typing import Any

from flowdesk.cli import runs
from flowdesk.cli.inputs import Named
from flowdesk.cli.output import BAD_INPUT, NOT_SO, OK, UNKNOWN, Console, findings_json
from flowdesk.desk.knowledge.verdict import bounds, disagreement, status_of
from flowdesk.kinds.answers import CheckResult, CheckStatus, Count, Difficulty, NonTouching
from flowdesk.kinds.flow.deduction.difficulty import rate
from flowdesk.kinds.flow.findings import incomplete
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.counting import count
from flowdesk.kinds.flow.solving.solve import check

HELP = "tell how many solutions puzzles have, and what is wrong with them"
EXAMPLE = """examples:
  flowdesk check level.txt                  by the game's rule, and without touching
  flowdesk check --json --non-touching puzzles
  flowdesk check --count level.txt          exactly how many there are

Proving that there is no second solution that touches itself can take long on large boards. The
difficulty is told if it is known within the same time limit."""

_STATUS = {
    CheckStatus.UNIQUE: OK,
    CheckStatus.MULTIPLE: NOT_SO,
    CheckStatus.UNSOLVABLE: NOT_SO,
    CheckStatus.UNKNOWN: UNKNOWN,
    CheckStatus.INVALID: BAD_INPUT,
}

NOT_CHECKED = CheckResult(CheckStatus.UNKNOWN)
NOT_COUNTED = Count(0, False, 0, 0.0)


@dataclass(frozen=True)
class Rating:
    """How hard a level is, if that is known."""

    difficulty: Difficulty | None = None
    seconds: float = 0.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a path, folder, '-', FILE#n or puzz.link link"
    )
    parser.add_argument(
        "--count",
        action="store_true",
        help="tell the exact number of solutions, or how many there are at least; "
        "this takes two processes a puzzle",
    )
    runs.add_arguments(parser, timeout=60)


def run(arguments: argparse.Namespace, console: Console) -> None:
    """Check and rate, count if asked to, and print."""
    questions = [runs.Question(check, NOT_CHECKED)]
    if arguments.count:
        questions.append(runs.Question(count_complete, NOT_COUNTED))
    questions.append(runs.Question(rating, Rating(), races=False))
    for puzzle, (result, *counts, rated) in runs.raced(questions, settled, arguments, console):
        counted = None
        if counts and (wrong := disagreement(puzzle.entry.level, result, counts[0])):
            console.own_error(puzzle.name, wrong)
            result, counted = NOT_CHECKED, NOT_COUNTED
        elif counts:
            result, counted = combined(result, counts[0])
        if has_difficulty(result):
            result = replace(result, difficulty=rated.difficulty)
        console.seen.add(_STATUS[result.status])
        if arguments.json:
            console.json(as_json(puzzle, result, counted))
        else:
            strictly = arguments.non_touching or not puzzle.entry.level.touching
            console.lines(*as_lines(puzzle, result, counted, non_touching=strictly))


def count_complete(level: Level, **options: Any) -> Count:
    """The count of a level that may be incomplete, as a worker is asked for it."""
    return NOT_COUNTED if incomplete(level) else count(level, **options)


def rating(level: Level, **_: Any) -> Rating:
    """The rating of a level, as a worker is asked for it."""
    return Rating(rate(level))


def has_difficulty(checked: CheckResult) -> bool:
    """Whether there is one solution that a player may look for."""
    return checked.status == CheckStatus.UNIQUE or checked.non_touching == NonTouching.ONE


def settled(results: list[Any], question: int) -> bool:
    """Whether what was found so far leaves nothing to find out for a question, by its number.

    Where there are several solutions, the check still looks for a second one to show, and the
    count still counts.
    """
    checked, *counts, _ = results
    if question == 0:
        exact = any(counted.exact and counted.number < 2 for counted in counts)
        return exact and checked.non_touching != NonTouching.UNKNOWN
    if question == len(counts):
        return checked.status in (CheckStatus.UNIQUE, CheckStatus.UNSOLVABLE, CheckStatus.INVALID)
    return checked.status != CheckStatus.UNKNOWN and not has_difficulty(checked)


def combined(checked: CheckResult, counted: Count) -> tuple[CheckResult, Count]:
    """A check and a count of one level, each with what the other has settled."""
    fewest, most = bounds(checked, counted)
    assert fewest <= most, "a check and a count that disagree"
    status = checked.status if checked.status == CheckStatus.INVALID else status_of(fewest, most)
    checked = replace(checked, status=status, seconds=max(checked.seconds, counted.seconds))
    return checked, replace(counted, number=fewest, exact=fewest == most)


def as_json(puzzle: Named, result: CheckResult, counted: Count | None) -> dict[str, object]:
    """The result as the contract writes it."""
    number: dict[str, object] = {}
    if counted:
        at_least = {"at_least": counted.number}
        number = {"count": counted.number if counted.exact else at_least}
    return {
        "puzzle": puzzle.name,
        "kind": "flow",
        "status": result.status,
        "non_touching": result.non_touching,
        **number,
        "differs": result.differs,
        "difficulty": result.difficulty and asdict(result.difficulty),
        "seconds": round(result.seconds, 6),
        "findings": findings_json(result.findings),
    }


def as_lines(
    puzzle: Named, result: CheckResult, counted: Count | None, *, non_touching: bool
) -> list[str]:
    """The result as a person reads it: a headline, and where solutions differ or why not."""
    lines = [f"{puzzle.name}: {verdict(result, non_touching)}"]
    if result.difficulty:
        lines[0] += f"; {result.difficulty.level} (score {result.difficulty.score:g})"
    if counted and result.status in ("multiple", "unknown"):
        lines.append(f"  {how_many(counted, non_touching)}")
    lines += [f"  {puzzle.entry.describe(finding)}" for finding in result.findings]
    if result.differs:
        cells = " ".join(f"({x}, {y})" for x, y in result.differs[:8])
        more = ", ..." if len(result.differs) > 8 else ""
        lines.append(f"  two solutions differ in {len(result.differs)} cells: {cells}{more}")
    return lines


def how_many(counted: Count, non_touching: bool) -> str:
    """The number of solutions in words, or what is known of it."""
    kind = "non-touching solution" if non_touching else "solution"
    number = f"{counted.number:,} {kind}{'' if counted.number == 1 else 's'}"
    if counted.exact:
        return f"exactly {number}"
    why = counted.gave_up or "The time was over."
    return f"at least {number}: {why[0].lower()}{why[1:-1]}"


def verdict(result: CheckResult, non_touching: bool) -> str:
    """The answer in a few words, never more certain than it is.

    `non_touching` says that no others were counted.
    """
    if non_touching and result.status in ("unique", "multiple", "unsolvable"):
        if result.findings:
            return "no solution"
        number = {"unique": "exactly one", "multiple": "several", "unsolvable": "no"}
        plural = "s" if result.status == CheckStatus.MULTIPLE else ""
        return f"{number[result.status]} non-touching solution{plural}"
    match result.status, result.non_touching:
        case "unique", "none":
            return "exactly one solution, which touches itself"
        case "unique", _:
            return "exactly one solution"
        case "multiple", "one":
            return "several solutions, exactly one of them non-touching"
        case "multiple", "none":
            return "several solutions, all of which touch themselves"
        case "multiple", _:
            return "several solutions"
        case "unsolvable", _:
            return "no solution"
        case "unknown", "one":
            return "exactly one non-touching solution; whether others touch themselves is unknown"
        case "unknown", "none":
            return "no non-touching solution; whether one touches itself is unknown"
        case "unknown", _:
            return "unknown: the search was ended before it could tell"
        case _:
            return "not a complete level"
