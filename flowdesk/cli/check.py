"""flowdesk check: how many solutions, and what is wrong."""

from __future__ import annotations

import argparse

from flowdesk.cli import runs
from flowdesk.cli.inputs import Named
from flowdesk.cli.output import BAD_INPUT, NOT_SO, OK, UNKNOWN, Console, findings_json
from flowdesk.flow.solve import CheckResult, check

HELP = "tell how many solutions puzzles have, and what is wrong with them"
EXAMPLE = """examples:
  flowdesk check level.txt                  by the game's rule, and without touching
  flowdesk check --json --non-touching puzzles

Proving that there is no second solution that touches itself can take long on large boards."""

_STATUS = {
    "unique": OK,
    "multiple": NOT_SO,
    "unsolvable": NOT_SO,
    "unknown": UNKNOWN,
    "invalid": BAD_INPUT,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a path, folder, '-' or FILE#n")
    runs.add_arguments(parser, timeout=60)


def run(arguments: argparse.Namespace, console: Console) -> None:
    """Check and print."""
    unknown = CheckResult("unknown")
    for puzzle, result in runs.answers(check, unknown, arguments, console):
        console.seen.add(_STATUS[result.status])
        if arguments.json:
            console.json(as_json(puzzle, result))
        else:
            strictly = arguments.non_touching or puzzle.entry.level.touching_forbidden
            console.line(as_text(puzzle, result, non_touching=strictly))


def as_json(puzzle: Named, result: CheckResult) -> dict[str, object]:
    """The result as the contract writes it."""
    return {
        "puzzle": puzzle.name,
        "kind": "flow",
        "status": result.status,
        "non_touching": result.non_touching,
        "differs": result.differs,
        "difficulty": None,
        "seconds": round(result.seconds, 6),
        "findings": findings_json(result.findings),
    }


def as_text(puzzle: Named, result: CheckResult, *, non_touching: bool) -> str:
    """The result as a person reads it: a headline, and where solutions differ or why not."""
    lines = [f"{puzzle.name}: {verdict(result, non_touching)}"]
    lines += [f"  {puzzle.entry.describe(finding)}" for finding in result.findings]
    if result.differs:
        cells = " ".join(f"({x}, {y})" for x, y in result.differs[:8])
        more = ", ..." if len(result.differs) > 8 else ""
        lines.append(f"  two solutions differ in {len(result.differs)} cells: {cells}{more}")
    return "\n".join(lines)


def verdict(result: CheckResult, non_touching: bool) -> str:
    """The answer in a few words, never more certain than it is.

    `non_touching` says that no others were counted.
    """
    if non_touching and result.status in ("unique", "multiple", "unsolvable"):
        if result.findings:
            return "no solution"
        number = {"unique": "exactly one", "multiple": "several", "unsolvable": "no"}
        plural = "s" if result.status == "multiple" else ""
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
