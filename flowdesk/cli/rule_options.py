"""The options that choose some of the rules by their numbers: --only and --without."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence

from flowdesk.core.finding import FlowDeskError
from flowdesk.lab.rulebook import Rule


def add_rules(parser: argparse.ArgumentParser) -> None:
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--only", type=_numbers, metavar="N,N...", help="use these, in this order")
    chosen.add_argument(
        "--without", type=_numbers, metavar="N,N...", help="use all rules but these"
    )


def check_numbers(chosen: Sequence[int], known: Sequence[Rule]) -> None:
    numbers = [rule.number for rule in known]
    for number in chosen:
        if number not in numbers:
            raise FlowDeskError(f"There is no rule {number}: use {numbers[0]} to {numbers[-1]}.")


def _numbers(text: str) -> list[int]:
    if not re.fullmatch(r"\s*\d{1,4}(\s*,\s*\d{1,4})*\s*", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no list of rules, as in 1,2,3")
    return list(dict.fromkeys(int(part) for part in text.split(",")))
