"""Walk through the rules one after the other, and write a picture of the answer to each step."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from flowdesk.cli.output import Console
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import make_folder
from flowdesk.desk.pictures.picture import memory_for_a_picture
from flowdesk.desk.pictures.style import Style
from flowdesk.draw import raster
from flowdesk.kinds.answers import SolveStatus
from flowdesk.lab.explore import Explored
from flowdesk.lab.rulebooks import book_of
from flowdesk.lab.scenes import answer_scene


def write_steps(
    arguments: argparse.Namespace,
    level: Any,
    rules: tuple[int, ...],
    explored: Callable[[tuple[int, ...]], Explored],
    console: Console,
) -> None:
    """Write a picture of the answer to the first rule, the first two, and so on."""
    if not arguments.steps:
        raise FlowDeskError("--steps needs the name of a folder.")
    folder = Path(arguments.steps)
    make_folder(folder)
    names = {rule.number: rule.name for rule in book_of(level).forms[arguments.form].rules}
    look = Style(cell=arguments.cell, theme=arguments.theme).look()
    for count, number in enumerate(rules, 1):
        found = explored(rules[:count])
        if found.answer is None:
            is_none = found.status is SolveStatus.UNSOLVABLE
            why = "there is no answer" if is_none else "the time limit was reached"
            console.error(f"{folder}: no pictures from rule {number} on: {why}.")
            break
        scene = answer_scene(level, found.answer, found.broken)
        scene = replace(scene, caption=(f"{number}  {names[number]}",))
        with memory_for_a_picture():
            picture = raster.png(scene, look)
        console.file(str(folder / f"{count:02}-rule-{number:02}.png"), picture)
