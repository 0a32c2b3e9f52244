"""Pages of the guide, as the window shows them: the part of Markdown that they are written in.

A page is a list of blocks: headings, paragraphs, items of lists, rows of tables, code and pictures.
A picture's path and a link's target are as they are written, so relative to the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from flowdesk.core.storage import read_bytes, shipped

#: The pages with their titles, the first one for whoever is new.
PAGES = {
    "guide.md": "Designing",
    "play.md": "Playing",
    "teaching.md": "Teaching",
    "commands.md": "Commands",
}

#: Words that look different: bold, italic, as code, a link with its target.
_INLINE = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\((.+?)\)", re.DOTALL)
_PICTURE = re.compile(r"!\[(.*?)\]\((.*?)\)", re.DOTALL)


@dataclass(frozen=True)
class Phrase:
    """A part of a text; `look` is ``bold``, ``italic``, ``code``, ``link`` or empty."""

    text: str
    look: str = ""
    target: str = ""


@dataclass(frozen=True)
class Block:
    """What stands alone: a ``title``, ``heading``, ``text``, ``item``, ``code``, the ``head`` or a
    ``row`` of a table, or a ``picture``, whose words are its description.
    """

    kind: str
    words: tuple[Phrase, ...]


def page(name: str) -> list[Block]:
    """Return a shipped page by its file name; FlowDeskError if it cannot be read."""
    return blocks(read_bytes(shipped("docs") / name).decode())


def blocks(text: str) -> list[Block]:
    """Return the blocks of a text in Markdown."""
    found: list[Block] = []
    for part in re.split(r"\n{2,}", text.strip("\n")):
        lines = part.split("\n")
        if part.startswith("    "):
            code = "\n".join(line.removeprefix("    ") for line in lines)
            found.append(Block("code", (Phrase(code),)))
        elif picture := _PICTURE.fullmatch(part):
            found.append(Block("picture", (Phrase(picture[1], "", picture[2]),)))
        elif part.startswith("|"):
            head, _ruler, *rows = [tuple(_row(line)) for line in lines]
            found += [Block("head", head), *(Block("row", row) for row in rows)]
        elif part.startswith("#"):
            hashes, _, title = part.partition(" ")
            found.append(Block("title" if hashes == "#" else "heading", tuple(_words(title))))
        elif re.match(r"\* |\d+\. ", part):
            items = re.split(r"\n(?=\* |\d+\. )", part)
            found += [Block("item", tuple(_words(_joined(item[2:])))) for item in items]
        else:
            found.append(Block("text", tuple(_words(_joined(part)))))
    return found


def _joined(text: str) -> str:
    return " ".join(text.split())


def _row(line: str) -> Iterator[Phrase]:
    for number, cell in enumerate(line.strip().strip("|").split(" | ")):
        yield Phrase("\t" if number else "")
        yield from _words(cell.strip())


def _words(text: str) -> Iterator[Phrase]:
    end = 0
    for match in _INLINE.finditer(text):
        yield Phrase(text[end : match.start()])
        bold, italic, code, link, target = match.groups()
        if link:
            yield Phrase(link, "link", target)
        else:
            yield Phrase(bold or italic or code, "bold" if bold else "italic" if italic else "code")
        end = match.end()
    yield Phrase(text[end:])
