"""Wants: the fields of what is generated, as options of the verbs that make puzzles."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import listed
from flowdesk.kinds.making import Field
from flowdesk.kinds.table import KINDS, AnyKind

T = TypeVar("T")


def add_arguments(parser: argparse.ArgumentParser, *, of_shape: bool = True) -> None:
    """Add an option for each field of each kind; unless `of_shape`, not for those of the shape."""
    own = {kind.key: parser.add_argument_group(f"{kind.name} only") for kind in KINDS.values()}
    for field, kinds in _kinds_of_fields(of_shape=of_shape).values():
        if not field.is_shared:
            _add_field(own[kinds[0].key] if len(kinds) == 1 else parser, field)


def asked(
    arguments: argparse.Namespace, kind: AnyKind, *, of_shape: bool = True
) -> dict[str, object]:
    """Return the fields of a kind as they are asked for; FlowDeskError if it has not one of them.

    Unless `of_shape`, without those of the shape.
    """
    for field, kinds in _kinds_of_fields(of_shape=of_shape).values():
        if kind not in kinds and getattr(arguments, field.name, False):
            having = listed([other.name for other in kinds])
            raise FlowDeskError(
                f"{field.option} is an option of {having}: {kind.name} puzzles do not have it."
            )
    found = {}
    for field in _fields(kind, of_shape=of_shape):
        value = found[field.name] = getattr(arguments, field.name, field.default)
        if field.choices and value not in (field.default, *field.choices):
            raise FlowDeskError(
                f"{kind.name} puzzles have no {field.option} {value}: "
                f"choose one of {', '.join(field.choices)}."
            )
    return found


def _fields(kind: AnyKind, *, of_shape: bool) -> list[Field]:
    """Return the fields of a kind's generator."""
    fields = kind.making.fields if kind.making else ()
    return [field for field in fields if of_shape or field.in_sight is not None]


def _kinds_of_fields(*, of_shape: bool) -> dict[str, tuple[Field, list[AnyKind]]]:
    """Return the fields of all generators by name, and the kinds that have each.

    Fields of the same name are the same option, with the choices of all.
    """
    found: dict[str, tuple[Field, list[AnyKind]]] = {}
    for kind in KINDS.values():
        for field in _fields(kind, of_shape=of_shape):
            first, kinds = found.get(field.name, (field, []))
            choices = tuple(dict.fromkeys(first.choices + field.choices))
            found[field.name] = replace(first, choices=choices), [*kinds, kind]
    return found


def _add_field(parser: argparse._ActionsContainer, field: Field) -> None:
    """Add the option of a field, which has no value if it is left out."""
    group = parser.add_mutually_exclusive_group() if field.switch else parser
    add = partial(group.add_argument, default=argparse.SUPPRESS)
    if field.is_check:
        add(field.option, action="store_true", help=field.help)
        return
    read, choices = typed(field.read), field.choices or None
    add(field.option, type=read, choices=choices, metavar=field.metavar, help=field.help)
    if field.switch:
        option, value = field.switch
        text = f"the same as {field.option} {field.text(value)}"
        add(option, action="store_const", const=value, dest=field.name, help=text)


def typed(read: Callable[[str], T]) -> Callable[[str], T]:
    """Return a reader of an option whose error messages argparse shows unchanged."""

    def read_option(text: str) -> T:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read_option
