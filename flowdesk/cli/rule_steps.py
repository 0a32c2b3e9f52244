"""Walk through the rules one after the other; write pictures of the answers, and pages of them."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from flowdesk.cli.inputs import Named
from flowdesk.cli.output import Console
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import make_folder
from flowdesk.desk.pictures.picture import memory_for_a_picture
from flowdesk.desk.pictures.style import Style
from flowdesk.draw import raster
from flowdesk.draw.scene import Scene
from flowdesk.kinds.answers import SolveStatus
from flowdesk.lab.explore import Explored, contradiction, explore, sizes
from flowdesk.lab.rule_pages import RuleStep, Walk, html, is_solution, latex
from flowdesk.lab.rule_questions import reason
from flowdesk.lab.rulebook import Broken
from flowdesk.lab.rulebooks import answer_scene, book_of

#: Calls a function in a worker process: its result, or the second argument after the time limit.
Ask = Callable[[Callable[..., object], Any], Any]


def write_steps(
    arguments: argparse.Namespace,
    puzzle: Named,
    rules: tuple[int, ...],
    ask: Ask,
    console: Console,
) -> None:
    """Write a picture of the answer to the first rule, the first two, and so on, and the pages."""
    if not arguments.steps:
        raise FlowDeskError("--steps needs the name of a folder.")
    folder, level, form = Path(arguments.steps), puzzle.entry.level, arguments.form
    make_folder(folder)
    by_number = {rule.number: rule for rule in book_of(level).forms[form].rules}
    look = Style(cell=arguments.cell, theme=arguments.theme).look()

    def write(name: str, scene: Scene, caption: str) -> str:
        with memory_for_a_picture():
            picture = raster.png(replace(scene, caption=(caption,)), look)
        console.file(str(folder / name), picture)
        return name

    steps: list[RuleStep] = []
    for count, number in enumerate(rules, 1):
        rule, on = by_number[number], rules[:count]
        unknown = Explored(tuple(sorted(on)), form)
        found: Explored = ask(partial(explore, rules=on, form=form), unknown)
        if found.answer is None:
            is_none = found.status is SolveStatus.UNSOLVABLE
            ended = "there is no answer" if is_none else "the time limit was reached"
            console.error(f"{folder}: no pictures from rule {number} on: {ended}.")
            step = RuleStep(rule, found)
            if is_none and form != "fast":
                why = ask(partial(reason, rules=on, form=form), None)
                parts = None
                if not (why and why.is_all):
                    parts = ask(partial(contradiction, rules=on, form=form), None)
                step = replace(step, why=why, parts=parts)
            if marked := step.marked:
                scene = answer_scene(level, None, [Broken(number, "", marked)])
                name = write(f"{count:02}-contradiction.png", scene, "No answer")
                step = replace(step, picture=name)
            steps.append(step)
            break
        scene = answer_scene(level, found.answer, found.broken)
        name = write(f"{count:02}-rule-{number:02}.png", scene, f"{number}  {rule.name}")
        another = None
        if is_solution(level, found):
            another = ask(partial(explore, rules=on, form=form, besides=found.answer), unknown)
        steps.append(RuleStep(rule, found, name, another))
    walk = Walk(level, puzzle.name, form, steps, ask(partial(sizes, form=form), None))
    console.file(str(folder / "index.html"), html(walk).encode())
    console.file(str(folder / "rules.tex"), latex(walk).encode())
