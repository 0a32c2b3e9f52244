"""flowdesk publish: write packs as web pages on which they are played."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from flowdesk.cli import options, runs
from flowdesk.cli.output import BAD_INPUT, Console
from flowdesk.cli.runs import Named
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import make_folder
from flowdesk.desk.knowledge.survey import PATIENCE, Verdicts
from flowdesk.desk.packs.manifest import PackAbout
from flowdesk.desk.publishing.page import (
    INDEX,
    Examined,
    PackOfLevels,
    examine,
    index_page,
    packs_below,
    page,
    page_name,
    with_author,
)
from flowdesk.formats.registry import source_named
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.known import Known

EXAMPLE = """examples:
  flowdesk publish pack.txt -o pack.html
  flowdesk publish first.txt second -o all.html --hints
  flowdesk publish puzzles/packs --folder site      a page for each pack, and an index

A page is one file, which plays everywhere, offline, on phones too. It has no answers unless --hints
puts them there: the steps of reasoning and the solution of each level."""

#: What is known of a puzzle for which there was no time.
NOT_EXAMINED = Examined(Known(None))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    text = "a folder, a file, '-', FILE#n or puzz.link link"
    parser.add_argument("files", nargs="+", metavar="PACK", help=text)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("-o", "--output", metavar="PAGE", help="write one page with all of them")
    where.add_argument("--folder", help="write a page for each pack, and index.html, into a folder")
    parser.add_argument("--hints", action="store_true", help="let players ask for hints and paths")
    options.add_flag(parser, "--all", "publish also what has no solution, or several")
    options.add_timeout(parser, PATIENCE, "each puzzle")
    options.add_jobs(parser)
    parser.set_defaults(kind="")


def run(arguments: argparse.Namespace, console: Console) -> None:
    if arguments.folder:
        make_folder(Path(arguments.folder))
    elif arguments.output != "-":
        runs.check_output(Path(arguments.output), arguments.files)
    packs = list(_packs(arguments, console))
    examined = _examined([one for pack in packs for one in pack.puzzles], arguments, console)
    kept = []
    for pack in packs:
        levels = [level for _ in pack.puzzles if (level := next(examined))]
        kept += [(pack, levels)] if levels else []
    if not kept:
        raise FlowDeskError("There is no puzzle to publish.")
    if arguments.folder:
        _write_site(Path(arguments.folder), kept, console)
    else:
        about = PackAbout(title=Path(arguments.output).stem) if len(kept) > 1 else kept[0][0].about
        levels = [level for _, each in kept for level in each]
        console.file(arguments.output, _page(about, levels))


def _packs(arguments: argparse.Namespace, console: Console) -> Iterator[PackOfLevels]:
    """Yield what the arguments name, in their order; report what cannot be read."""
    for file in arguments.files:
        if not file or not Path(file).is_dir():
            single = argparse.Namespace(files=[file], kind=arguments.kind)
            puzzles = [(one.name, one.entry) for one in runs.readable(single, console)]
            path = source_named(file).path
            name = path.stem if path else "Puzzles"
            yield PackOfLevels(name, PackAbout(title=name), puzzles)
            continue
        for pack in packs_below(Path(file)):
            if isinstance(pack, FlowDeskError):
                console.error(pack, status=BAD_INPUT)
            else:
                yield pack


def _examined(
    puzzles: Sequence[tuple[str, Entry]], arguments: argparse.Namespace, console: Console
) -> Iterator[Examined | None]:
    """Yield what is known of each puzzle, in order; None for those that are left out."""
    verdicts = Verdicts()
    found = [Named(name, entry) for name, entry in puzzles]
    kept = [None if arguments.hints else verdicts.known(one.level) for one in found]
    asked = [one for one, known in zip(found, kept, strict=True) if not known]
    examined_as_asked = partial(examine, hints=arguments.hints)
    question = runs.Question(examined_as_asked, NOT_EXAMINED, doing="examining")
    results = runs.results(asked, [question], arguments, console, done="examined")
    for one, known in zip(found, kept, strict=True):
        examined = Examined(known) if known else next(results)[0]
        if examined.known.level is None:
            examined = Examined(Known(one.level))
        verdicts.keep([examined.known])
        is_kept = examined.is_kept(arguments.all)
        if remark := examined.remark.rstrip("."):
            hint = "; --all publishes it as well" if examined.is_kept(True) else ""
            left = "" if is_kept else f" It is left out{hint}."
            status = runs.CHECKED[examined.known.status]
            console.error(f"{one.name}: {remark}.{left}", status=status)
        yield examined if is_kept else None


def _page(about: PackAbout, levels: Sequence[Examined]) -> bytes:
    return page(levels, with_author(about, [level.known.level for level in levels]))


def _write_site(
    folder: Path, packs: Sequence[tuple[PackOfLevels, Sequence[Examined]]], console: Console
) -> None:
    """Write a page for each pack into a folder, and the index."""
    pages: dict[str, tuple[str, int]] = {}
    for pack, levels in packs:
        file = page_name(pack.name, pages)
        console.file(str(folder / file), _page(pack.about, levels))
        pages[file] = pack.about.title, len(levels)
    console.file(str(folder / INDEX), index_page(folder.resolve().name, pages))
