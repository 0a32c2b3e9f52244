"""Options that several verbs have, and what they read; those of generated puzzles are fields."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import listed
from flowdesk.desk.work.pool import usable_cores
from flowdesk.kinds.table import KINDS, AnyKind

if TYPE_CHECKING:
    from flowdesk.kinds.making import Field

T = TypeVar("T")


def add_files(parser: argparse.ArgumentParser) -> None:
    text = "a path, folder, '-', FILE#n or puzz.link link"
    parser.add_argument("files", nargs="+", metavar="FILE", help=text)
    add_kind(parser)


def add_file(parser: argparse.ArgumentParser) -> None:
    """Add the argument of the verbs that take a single puzzle."""
    parser.add_argument("file", metavar="FILE", help="a path, '-', FILE#n or puzz.link link")
    add_kind(parser)


def add_kind(parser: argparse.ArgumentParser) -> None:
    text = f"refuse puzzles of another kind: one of {', '.join(KINDS)} (default: take every kind)"
    parser.add_argument("--kind", choices=KINDS, default="", metavar="KEY", help=text)


def add_output(parser: argparse.ArgumentParser, metavar: str, text: str) -> None:
    parser.add_argument("-o", "--output", required=True, metavar=metavar, help=text)


def add_flag(parser: argparse.ArgumentParser, name: str, text: str) -> None:
    parser.add_argument(name, action="store_true", help=text)


def add_look(parser: argparse.ArgumentParser, of: str) -> None:
    """Add the options that say how pictures look."""
    parser.add_argument("--cell", type=int, default=48, metavar="PX", help=f"cell size of the {of}")
    parser.add_argument("--theme", default="light", metavar="NAME", help=f"theme of the {of}")


def add_search(parser: argparse.ArgumentParser, *, timeout: float | None) -> None:
    """Add the options of every verb that searches."""
    add_flag(parser, "--json", "print one line of JSON for each puzzle")
    add_timeout(parser, timeout, "each puzzle", "; after that its status is 'unknown'")
    add_jobs(parser)
    add_non_touching(parser, "count only solutions in which no path touches itself")


def add_jobs(
    parser: argparse.ArgumentParser,
    text: str = "number of worker processes (default: the number of usable cores)",
) -> None:
    """Add the options that say where searches run: here, or on other machines."""
    where = parser.add_mutually_exclusive_group()
    # A default that is a text differs from every number that is given.
    where.add_argument("--jobs", type=whole, default=str(usable_cores()), metavar="N", help=text)
    where.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="let the workers of the Dask scheduler at this address search, instead of this "
        "machine: tcp://HOST:PORT, or a scheduler file (.json); see docs/cluster.md",
    )


def add_non_touching(parser: argparse.ArgumentParser, text: str) -> None:
    kinds = listed([kind.name for kind in KINDS.values() if kind.solving.has_strict_rule])
    add_flag(parser, "--non-touching", f"{text} ({kinds} only)")


def add_timeout(
    parser: argparse.ArgumentParser, default: float | None, of: str, then: str = ""
) -> None:
    usual = "no limit" if default is None else f"{default:g}"
    text = f"limit for {of} in seconds, 0 for no limit (default: {usual}){then}"
    parser.add_argument("--timeout", type=seconds, default=default, metavar="S", help=text)


def seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds") from None
    if not 0 <= value < 1e9:
        raise argparse.ArgumentTypeError(f"{text} is no number of seconds: it must be 0 or more")
    return value


def whole(text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None
    if value < 1:
        raise argparse.ArgumentTypeError("it must be 1 or more")
    return value


def size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,4})[xX](\d{1,4})", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r} is no size: write it as 10x10")
    return int(match.group(1)), int(match.group(2))


def seed(text: str) -> int:
    if not re.fullmatch(r"\d{1,18}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no seed: a seed has up to 18 digits")
    return int(text)


def add_fields(parser: argparse.ArgumentParser, *, of_shape: bool = True) -> None:
    """Add an option for each field of each kind; unless `of_shape`, not for those of the shape."""
    own = {kind.key: parser.add_argument_group(f"{kind.name} only") for kind in KINDS.values()}
    for field, kinds in _kinds_of_fields(of_shape=of_shape).values():
        if not field.is_shared:
            _add_field(own[kinds[0].key] if len(kinds) == 1 else parser, field)


def asked_fields(
    arguments: argparse.Namespace, kind: AnyKind, *, of_shape: bool = True
) -> dict[str, object]:
    """Return the fields of a kind as asked for; FlowDeskError if it has not one of them."""
    for field, kinds in _kinds_of_fields(of_shape=of_shape).values():
        if kind not in kinds and getattr(arguments, field.name, False):
            having = listed([other.name for other in kinds])
            lacks = f"{kind.name} puzzles do not have it."
            raise FlowDeskError(f"{field.option} is an option of {having}: {lacks}")
    found = {}
    for field in _fields(kind, of_shape=of_shape):
        value = found[field.name] = getattr(arguments, field.name, field.default)
        if field.choices and value not in (field.default, *field.choices):
            problem = f"{kind.name} puzzles have no {field.option} {value}"
            raise FlowDeskError(f"{problem}: choose one of {', '.join(field.choices)}.")
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
