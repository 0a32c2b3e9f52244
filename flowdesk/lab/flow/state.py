"""Known: what a state of a search says of a cell, with the variables of either formula."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flowdesk.core.grid import OPPOSITE, SIDES, Cell
from flowdesk.lab.flow.fast import FastFormula
from flowdesk.lab.flow.formula import FlowFormula
from flowdesk.lab.rulebook import Fixed, State


@dataclass(frozen=True)
class Known:
    """The colours of a cell; without any, those that are left; its arms, each with its colours.

    An arm whose colour is not known has none. `stops` are the sides without an arm.
    """

    colors: Mapping[str, Fixed] = field(default_factory=dict)
    possible: frozenset[str] = frozenset()
    arms: Mapping[str, tuple[tuple[str, Fixed], ...]] = field(default_factory=dict)
    stops: Mapping[str, Fixed] = field(default_factory=dict)


def known_at(formula: FlowFormula | FastFormula, state: State, cell: Cell) -> Known:
    """Return what is known of a cell."""
    if isinstance(formula, FastFormula):
        return _by_steps(formula, state, cell)
    return _of_endpoint(formula, state, cell) or _of_free_cell(formula, state, cell)


def _of_free_cell(formula: FlowFormula, state: State, cell: Cell) -> Known:
    colors = {label: state(formula.color[cell, label]) for label in formula.labels}
    true = {label: fixed for label, fixed in colors.items() if fixed and fixed.is_true}
    arms: dict[str, tuple[tuple[str, Fixed], ...]] = {}
    stops: dict[str, Fixed] = {}
    for d in SIDES:
        arm = state(formula.arm[cell, d])
        drawn = tuple(
            (label, fixed)
            for label in formula.labels
            if (fixed := state(formula.arms[cell, label, d])) and fixed.is_true
        )
        if arm and not arm.is_true:
            stops[d] = arm
        elif arm and not drawn:
            drawn = (("", arm),)
        elif arm and arm.is_decided:
            drawn = tuple((label, arm) for label, _ in drawn)
        if drawn:
            arms[d] = drawn
    possible = () if true else (label for label, fixed in colors.items() if fixed is None)
    return Known(true, frozenset(possible), arms, stops)


def _of_endpoint(formula: FlowFormula, state: State, cell: Cell) -> Known | None:
    """Return the arms that point at an endpoint, as its own; None for other cells."""
    label = formula.level.endpoints.get(cell)
    if label is None:
        return None
    arms = {}
    for d, near in formula.near[cell].items():
        if near not in formula.level.endpoints:
            fixed = state(formula.arms[near, label, OPPOSITE[d]])
        elif formula.level.endpoints[near] == label and label in formula.link:
            fixed = state(formula.link[label])
        else:
            continue
        if fixed and fixed.is_true:
            arms[d] = ((label, fixed),)
    return Known(arms=arms)


def _by_steps(formula: FastFormula, state: State, cell: Cell) -> Known:
    colors: dict[str, Fixed] = {}
    possible = formula.labels_at(state, cell)
    bits = [state(bit) for bit in formula.bits_of(cell)]
    fixed = [bit for bit in bits if bit]
    if len(fixed) == len(bits) and possible:
        strength = min((bit.strength for bit in fixed), default=1.0)
        is_decided = any(bit.is_decided for bit in fixed)
        colors = {label: Fixed(True, is_decided, strength) for label in possible}
    label = formula.endpoint_at(cell) or next(iter(colors), "")
    arms, stops = {}, {}
    for d, variable in formula.steps_of(cell).items():
        step = state(variable)
        if step and step.is_true:
            arms[d] = ((label, step),)
        elif step:
            stops[d] = step
    if formula.endpoint_at(cell):
        return Known(arms=arms)
    return Known(colors, frozenset() if colors else possible, arms, stops)
