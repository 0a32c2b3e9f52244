"""The table of cases for the tests of formats: what each format reads and refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from flowdesk.core.grid import Edge, cells_of, edges_of
from flowdesk.kinds.entry import SOLUTION, Entry
from flowdesk.kinds.flow.drawing import drawn_solution
from flowdesk.kinds.flow.level import Level, Solution
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink

MAP_TEXT = "R.G.Y\n..B.O\n.....\n.G.Y.\n.RBO.\n"
LIST_TEXT = "# a comment\n\n5 5\n" + MAP_TEXT + "\n# title: Second\n3 2\nA.A\nB#B\n"
JSON_TEXT = """\
{"flowdesk": 1, "kind": "flow", "width": 3, "height": 2,
 "endpoints": [{"label": "R", "color": "#123456", "cells": [[0, 0], [2, 0]]},
               {"label": "B", "cells": [[0, 1], [1, 1]]}],
 "holes": [[2, 1]], "walls": [[[1, 0], [1, 1]]], "about": {"title": "Small"},
 "solution": {"R": [[0, 0], [1, 0], [2, 0]], "B": [[0, 1], [1, 1]]},
 "drawn": {"R": [[0, 0], [1, 0]]}}
"""
SMALL_JSON: dict[str, Any] = json.loads(JSON_TEXT)
LINK_TEXT = "https://puzz.link/p?arukone/5/5/1g2g3h4g5l2g3h145g"
PZPRV3_TEXT = """\
pzprv3
arukone
2
3
passallcell
A . A
B . B
1 1
1 0
0 0 0
"""
#: Two paths, a hole, a wall, and the mark for a border.
STRING_TEXT = "3:2+B,0,7,2,,5,0|3;0,1,2;3,4\n"
COORDINATES_TEXT = "2 3 2\n(0, 0) (2, 0)\n(0, 1) (1, 1)\n"
COLORS_TEXT = '[[null, [255, 0, 0], "LIME"], ["#00ff00", [255, 0, 0], null]]'


@dataclass(frozen=True)
class Good:
    """A text, and what is read from it: each level in the first format of its kind.

    `solutions` are the letters of its solution, or for a loop "x" for each cell inside; `drawn` is
    what is drawn in the only level, `remarks` words of what is remarked.
    """

    text: str
    levels: tuple[str, ...]
    solutions: tuple[str, ...] = ()
    drawn: dict[str, tuple[tuple[int, int], ...]] | frozenset[Edge] | None = None
    remarks: str = ""
    kind: str = "flow"


def _pzprv3(
    *lines: str, kind: str = "arukone", size: str = "2/3", cover: str = "passallcell/"
) -> str:
    return f"pzprv3/{kind}/{size}/{cover}" + "/".join(lines)


ABC = "A.B.C\n..D.E\n.....\n.B.C.\n.ADE.\n"
NUMLIN = "uncovered every cell is covered"


def _slither(text: str, *levels: str, **more: Any) -> Good:
    return Good(text, levels, kind="slitherlink", **more)


CLUES_TEXT = "2..1.\n.2..1\n..2..\n3..3.\n.0..3\n"
COURSE_TEXT = "5 5 2..1. .2..1 ..2.. 3..3. .0..3\n"
SLITHER_LINK = "https://puzz.link/p?slither/5/5/cbcbcddad"
_AROUND = [[0, 0], [1, 0], [2, 0], [2, 1], [1, 1], [0, 1]]
SLITHER_JSON: dict[str, Any] = {
    **{"flowdesk": 1, "kind": "slitherlink", "width": 3, "height": 2, "clues": ["3..", ".1."]},
    **{"about": {"title": "Small"}, "solution": _AROUND},
    "drawn": [[[-1, 0], [0, 0]]],
}
SOLVED_COURSE = "2 3 3.. .1.\n2 3 110 1010 110 0000 000\n"
LOOPY_TEXT = "5x5t0:2b1b2b1b2b3b3b0b3\n"
SLITHER_PZPRV3 = """\
pzprv3.1
slither
2
3
3 . .
. 1 -
0 1 2
0 0 0
1 -1 0 0
0 0 0 0
1 0 -1
0 0 0
0 0 0
"""
UNTOLD = "does not tell no clue"

GOOD: dict[str, dict[str, Good]] = {
    "clues": {
        "a puzzle": _slither(CLUES_TEXT, CLUES_TEXT),
        "without the last line end": _slither(CLUES_TEXT.rstrip("\n"), CLUES_TEXT),
        "with blank lines around": _slither(f"\n\n{CLUES_TEXT}\n\n", CLUES_TEXT),
        "with blanks after the rows": _slither(CLUES_TEXT.replace("\n", "  \t\n"), CLUES_TEXT),
        "with lines about it": _slither(
            f"{CLUES_TEXT}\ntitle: A\nauthor:  B \n\nauthor: C: D\n",
            f"{CLUES_TEXT}\ntitle: A\nauthor: B\nauthor: C: D",
        ),
        "of clues alone": _slither("22\n22\n", "22\n22"),
        "of one row": _slither("3.\n", "3."),
        "that is not a map": _slither("1.1\n.2.\n.21\n", "1.1\n.2.\n.21"),
        "that could be a map": _slither(
            "1.2\n2.1\n\nkind: slitherlink\n", "1.2\n2.1\n\nkind: slitherlink"
        ),
        "of cells alone": _slither("..\n..\n\nkind: slitherlink", "..\n..\n\nkind: slitherlink"),
    },
    "course": {
        "a puzzle": _slither(COURSE_TEXT, CLUES_TEXT),
        "other blanks": _slither(
            "\n  5   5\t2..1. .2..1   ..2.. 3..3. .0..3  # a comment\n",
            f"{CLUES_TEXT}\ncomment: a comment",
        ),
        "two puzzles and comments": _slither(
            f"# two\n{COURSE_TEXT}\n\n2 3 3.. .1.#\n#\n",
            *(f"{CLUES_TEXT}\ncomment: two", "3..\n.1."),
        ),
        "answers": _slither(
            f"{COURSE_TEXT}UNSAT\n\n{SOLVED_COURSE}\n2 2 2. .2\n\n2 2 11 101 00 101 11\n",
            *(CLUES_TEXT, "3..\n.1.", "2.\n.2"),
            solutions=("xx. ...", "xx xx"),
        ),
        "an answer of two loops": _slither(
            "3 3 3.. ... ..3\n3 3 100 1100 100 0000 001 0011 001\n",
            "3..\n...\n..3",
            remarks="line 2 wrong left out This 3 has 4 edges",
        ),
        "an answer that breaks a clue": _slither(
            "2 3 3.. .2.\n2 3 110 1010 110 0000 000\n",
            "3..\n.2.",
            remarks="line 2 wrong left out: row 2, column 2: This 2 has one edge",
        ),
        "an answer of another size": _slither(
            "2 3 3.. .1.\n2 2 11 101 00 101 11", "3..\n.1.", remarks="line 2 another size"
        ),
        "one column": _slither("3 1 3 . 2\n2 1 . 2\n", "3\n.\n2", ".\n2"),
        "one row": _slither("1 3 3.2\n", "3.2"),
        "clues alone": _slither("2 2 23 32\n2 2 22 32\n", "23\n32\n\nkind: slitherlink", "22\n32"),
    },
    "loopy": {
        "a game id": _slither(LOOPY_TEXT, CLUES_TEXT),
        "with its difficulty": _slither(
            "\n 7x7t0de:02g222b3b2e2a2b322b2a2a3a2a1d1b \n",
            "02.....\n..222..\n3..2...\n..2.2..\n322..2.\n2.3.2.1\n....1..",
        ),
        "several": _slither(f"{LOOPY_TEXT}\n2x2t0:a3b\n", CLUES_TEXT, ".3\n.."),
        "long runs": _slither("30x2t0:zzg1", "." * 30 + "\n" + "." * 29 + "1"),
    },
    "map": {
        "a map": Good(MAP_TEXT, (MAP_TEXT,)),
        "without the last line end": Good(MAP_TEXT.rstrip("\n"), (MAP_TEXT,)),
        "with blank lines around": Good("\n\n" + MAP_TEXT + "\n\n", (MAP_TEXT,)),
        "with blanks after the rows": Good(MAP_TEXT.replace("\n", "  \t\n"), (MAP_TEXT,)),
        "with dashes": Good(MAP_TEXT.replace(".", "-"), (MAP_TEXT,)),
        "with underscores": Good(MAP_TEXT.replace(".", "_"), (MAP_TEXT,)),
        "with dots in the middle": Good(MAP_TEXT.replace(".", "·"), (MAP_TEXT,)),
        "with blanks as cells": Good(MAP_TEXT.replace("R.G.Y", "R G Y"), (MAP_TEXT,)),
        "that is called like a format": Good(
            "pzprv3\nnumlin\n123456\n", ("pzprv3\nnumlin\n123456",)
        ),
        "of digits": Good("5.7\n7.5\n", ("5.7\n7.5\n",)),
        "of digits and blanks": Good("5 7 7\n5 6 6\n", ("5.7.7\n5.6.6\n",)),
        "that begins with a hole": Good("#R\n.R\n", ("#R\n.R\n",)),
        "that looks a bit like a link": Good("a/b\nb?a\n", ("a.b\nb.a\n",)),
        "that looks a bit like a level string": Good("1,1;2\n3,3;2\n", ("1.1.2\n3.3.2\n",)),
        "that looks a bit like JSON": Good("[R]\n[R]\n", (".R.\n.R.\n",)),
    },
    "list": {
        "two levels": Good(LIST_TEXT, (MAP_TEXT, "A.A\nB#B\n\ntitle: Second")),
        "rows that begin with a hole": Good("2 3\n#R\n##\n#R\n", ("#R\n##\n#R",)),
        "lines about a level before it": Good(
            "# title: One\n# colors: R=#010203\n# walls: 0,0-1,0\n2 2\nRR\n..\n\n2 1\nRR\n",
            ("RR\n..\n\ntitle: One\ncolors: R=#010203\nwalls: 0,0-1,0", "RR"),
        ),
        "an end mark": Good("2 1\nRR\n2 1\nBB\n0 0\n", ("RR", "BB")),
        "anything after it": Good("2 1\nRR\n2 1\nBB\n0 0\nwhatever stands here", ("RR", "BB")),
        "blank lines and comments": Good(
            "\n\n  2   1\nRR\n\n\n# a comment\n#another\n2\t1\nBB", ("RR", "BB")
        ),
    },
    "json": {
        "everything": Good(
            JSON_TEXT,
            ("R.R\nBB#\n\ntitle: Small\ncolors: R=#123456\nwalls: 1,0-1,1",),
            ("RRR BB#",),
            {"R": ((0, 0), (1, 0))},
        ),
        "little": Good('{"flowdesk": 1, "width": 2, "height": 1, "endpoints": []}', ("..",)),
        "two levels": Good(
            '{"flowdesk": 1, "puzzles": [{"width": 2, "height": 1, "endpoints": []},\n'
            ' {"kind": "flow", "width": 1, "height": 2, "endpoints": []}]}',
            ("..", ".\n."),
        ),
        "everything of a loop": _slither(
            json.dumps(SLITHER_JSON),
            "3..\n.1.\n\ntitle: Small",
            solutions=("xx. ...",),
            drawn=frozenset({((-1, 0), (0, 0))}),
        ),
    },
    "colors": {
        "the usual colours": Good(COLORS_TEXT, (".Rg\ngR.\n\ncolors:",)),
        "over many lines": Good(
            '[\n  [\n    "red",\n    null\n  ],\n  ["red", null]\n]', ("R.\nR.",)
        ),
        "its own colours": Good(
            "[[null, [0, 0, 255], null], [[0, 0, 255], null, null], [[1, 2, 3], null, [1, 2, 3]]]",
            (".B.\nB..\nR.R\n\ncolors: B=#0000ff R=#010203",),
        ),
        "a red and one that is nearly red": Good(
            "[[[250, 5, 5], [255, 0, 0]], [[250, 5, 5], [255, 0, 0]]]",
            ("BR\nBR\n\ncolors: B=#fa0505",),
        ),
        "a colour that stands once": Good('[[null, "blue"]]', (".B\n\ncolors: B=#0000ff",)),
        "nothing but cells": Good("[[null, null]]", ("..",)),
    },
    "coordinates": {
        "two colours": Good(COORDINATES_TEXT, ("R.R\nBB.",)),
        "other blanks": Good("\n 1  2\t1 \n\n ( 1,0 )(0,0) \n", ("RR",)),
    },
    "link": {
        "puzz.link": Good(LINK_TEXT, (ABC,)),
        "two links": Good(f"\n{LINK_TEXT}\n\nhttps://puzz.link/p?arukone/2/1/11\n", (ABC, "AA")),
        "another host": Good(
            "http://pzv.jp/p.html?arukone_edit/4/4/12l3123j/", ("AB..\n....\nCABC\n....",)
        ),
        "to be played": Good("https://pzprxs.example/p?arukone_play/2/1/11", ("AA",)),
        "nothing before the name": Good("arukone/2/1/11", ("AA",)),
        "nothing but the question": Good("?Arukone/2/1/11", ("AA",)),
        "with an empty flag": Good("https://puzz.link/p?arukone//2/1/11", ("AA",)),
        "percent signs": Good("https://puzz.link/p?arukone%2F2%2f1%2F%311", ("AA",)),
        "numlin": Good(
            "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3",
            ("A....\nB..C.\n.....\n.A..B\n....C",),
            remarks=f"numlin {NUMLIN}",
        ),
        "numberlink": Good("?numberlink/2/1/11", ("AA",), remarks=f"numberlink {NUMLIN}"),
        "small letters and digits": Good(
            "https://puzz.link/p?numlin/4/3/-1a-1a-1b-1b-34-34-35-35-3e-3e-10-10",
            ("ZZaa\nzz00\n99PP",),
            remarks=f"numlin {NUMLIN}",
        ),
        "the last letter": Good("https://puzz.link/p?arukone/2/1/-34-34", ("zz",)),
        "slither": _slither(SLITHER_LINK, CLUES_TEXT),
        "slither with more cells than the board has": _slither("?slither/2/2/ac", "0.\n.2"),
        "slitherlink": _slither("?slitherlink/2/2/ga", ".0\n.."),
        "a clue that is not told": _slither("?slither/2/2/3.1.", "3.\n1.", remarks=UNTOLD),
        "long runs of cells without clues": _slither(
            "?slither/25/2/3zz2n/", "3" + "." * 24 + "\n" + "." * 16 + "2" + "." * 8
        ),
        "long runs": Good(
            "https://puzz.link/p?arukone/25/2/1zz1n",
            ("A" + "." * 24 + "\n" + "." * 16 + "A........",),
        ),
    },
    "pzprv3": {
        "a line drawn": Good(
            PZPRV3_TEXT, ("A.A\nB.B",), drawn={"A": ((0, 0), (1, 0), (2, 0)), "B": ((0, 1), (1, 1))}
        ),
        "parts between slashes": Good(
            "pzprv3.1/numlin/2/2/1 . /. 1 /0 /1 /1 0 /",
            ("A.\n.A",),
            drawn={"A": ((0, 0), (0, 1), (1, 1))},
            remarks=f"numlin {NUMLIN}",
        ),
        "from the right": Good(
            _pzprv3("A . .", "B . A", "0 1", "0 1", "0 0 0"),
            ("A..\nB.A",),
            drawn={"A": ((2, 1), (1, 1))},
            remarks="no paths from an endpoint left out: 1",
        ),
        "one column": Good(
            _pzprv3("A", "A", "", "", "1", size="2/1"), ("A\nA",), drawn={"A": ((0, 0), (0, 1))}
        ),
        "one row": Good(_pzprv3("A A", "0", size="1/2"), ("AA",), drawn={}),
        "crosses": Good(
            _pzprv3("A . A", ". . .", "-1 0", "0 -1", "0 0 -1"),
            ("A.A\n...",),
            drawn={},
            remarks="crosses left out: 3",
        ),
        "a branch": Good(
            _pzprv3("A . A", ". . .", "1 1", "0 0", "0 1 0"),
            ("A.A\n...",),
            drawn={},
            remarks="no paths from an endpoint left out: 1",
        ),
        "a ring": Good(
            _pzprv3("A . .", ". . A", "1 0", "1 0", "1 1 0"),
            ("A..\n..A",),
            drawn={},
            remarks="no paths from an endpoint left out: 1",
        ),
        "a line between two colours": Good(
            _pzprv3("A . B", "A . B", "1 1", "0 0", "0 0 0"),
            ("A.B\nA.B",),
            drawn={},
            remarks="no paths from an endpoint left out: 1",
        ),
        "two lines of a colour": Good(
            _pzprv3("A . .", ". . A", "1 1", "0 1", "0 0 0"),
            ("A..\n..A",),
            drawn={"A": ((0, 0), (1, 0), (2, 0))},
            remarks="no paths from an endpoint left out: 1",
        ),
        "slither": _slither(
            SLITHER_PZPRV3,
            "3..\n.1.",
            drawn=frozenset({((-1, 0), (0, 0)), ((0, -1), (0, 0))}),
            remarks="does not tell shading crosses left out: 2",
        ),
        "slither as before": _slither(
            "pzprv3/slither/2/2/2 . /. 2 /1 0 1 /0 0 0 /1 1 /0 0 /0 1 /",
            "2.\n.2",
            drawn=frozenset(
                {
                    *(((-1, 0), (0, 0)), ((1, 0), (2, 0)), ((0, -1), (0, 0)), ((1, -1), (1, 0))),
                    ((1, 1), (1, 2)),
                }
            ),
        ),
        "slither without lines": _slither("pzprv3/slitherlink/1/2/3 . /", "3."),
        "notes below": Good(
            PZPRV3_TEXT + 'info:{"metadata": {"author": "a/b"}}\n',
            ("A.A\nB.B",),
            drawn={"A": ((0, 0), (1, 0), (2, 0)), "B": ((0, 1), (1, 1))},
            remarks="follows the board left out",
        ),
    },
    "string": {
        "everything": Good(
            STRING_TEXT, ("R.R\nBB#\n\nwalls: 0,0-0,1",), ("RRR BB#",), remarks="+B left out"
        ),
        "a square": Good("2,0,1,2;0,1;2,3", ("RR\nBB",), ("RR BB",)),
        "two levels": Good(
            "\n2,0,1,1;0,1,3,2;\n\n2:1,0,2,1,,,;1,0\n", ("R.\nR.", "RR"), ("RR RR", "RR")
        ),
        "blanks": Good(" 2 , 0 , 1 , 1 ; 0 , 1, 3, 2 ", ("R.\nR.",), ("RR RR",)),
    },
    "linked": {
        "a plain board": Good(
            "STANDARD\nA-.-B\n|\n.-A B\n", ("A.B\n.AB\n\nwalls: 1,0-1,1 2,0-2,1 1,1-2,1",)
        ),
        "blank lines round it": Good("\nSTANDARD\nA-A\n\n", ("AA",)),
    },
}


def _changed(**values: object) -> str:
    return json.dumps({**SMALL_JSON, **values})


def _loop(**values: object) -> str:
    return json.dumps({**SLITHER_JSON, **values})


def _without(name: str) -> str:
    return json.dumps({key: value for key, value in SMALL_JSON.items() if key != name})


def _link(end: str) -> str:
    return f"https://puzz.link/p?{end}"


class Bad(NamedTuple):
    """A text, words of what is said of it, and the line and column that are named, if any."""

    text: str
    words: str
    line: int = 0
    column: int = 0


#: For each format one text for everything that its reader may say.
BAD: dict[str, dict[str, Bad]] = {
    "clues": {
        "a digit above 4": Bad("3.5\n222\n.2.\n", "5 is not a cell 0 to 4", 1, 3),
        "a short row": Bad("3.2\n22\n.2.\n", "2 cells the first has 3 equally long", 2, 3),
        "a long row": Bad("\n3.2\n22..\n.2.\n", "4 cells the first has 3 equally long", 3, 4),
        "lines of another form": Bad("3.2\n2..\n\ntitle\n", "name: value course file", 4, 1),
        "another puzzle": Bad("3.2\n2..\n\n3.2\n", "name: value course file 2 3", 4, 1),
        "too wide": Bad("3" + "." * 500 + "\n", "501 too large 500 cells a side", 1, 0),
        "too high": Bad("3\n" * 501, "501 too large 500 cells a side", 1, 0),
    },
    "course": {
        "a digit above 4": Bad("2 3 .5. 3.1\n", "5 is not a cell 0 to 4", 1, 6),
        "a letter": Bad("2 3 .2. 3.1\n2 3 .2. x.1\n", "x is not a cell 0 to 4", 2, 9),
        "a short row": Bad("3 3 ..2 3. ...\n", "row 2 2 cells 3 columns 2 3 .2. 3.1", 1, 11),
        "a long row": Bad("# a\n\n 2 3 .2.. 3.1\n", "row 1 4 cells 3 columns", 3, 9),
        "rows and columns exchanged": Bad(
            "3 2 .2. 3.1\n", "row 1 3 cells 2 columns rows and", 1, 7
        ),
        "a row too few": Bad("3 3 .2. 3.1 # two\n", "2 rows 3 are expected", 1, 12),
        "a row too many": Bad("1 3 .2. 3.1\n", "2 rows 1 are expected", 1, 9),
        "no rows": Bad("2 3 .2. 3.1\n2 3\n", "0 rows 2 are expected", 2, 4),
        "no columns": Bad("2 3 .2. 3.1\n2\n", "that of columns 2 3 .2. 3.1", 2, 2),
        "no size": Bad("2 3 .2. 3.1\nUNSAT .2. 3.1\n", "rows and columns 2 3 .2. 3.1", 2, 1),
        "a size that is none": Bad("2 3 .2. 3.1\n2 x .2. 3.1\n", "rows and columns", 2, 3),
        "too large": Bad("2 3 .2. 3.1\n2 501 .. ..\n", "501 x 2 too large 500", 2, 1),
        "too small": Bad("2 3 .2. 3.1\n1 0\n", "0 x 1 too small one cell", 2, 1),
        "an answer that is cut off": Bad(
            "2 3 3.. .1.\n2 3 100 1100 100 0000\n", "row 2 4 cells 3 columns", 2, 12
        ),
        "something else": Bad("2 3 .2. 3.1\nBob\n", "rows and columns 2 3 .2. 3.1", 2, 1),
        "an answer alone": Bad("# solved\nUNSAT\n", "answer no puzzle before it 2 3 .2. 3.1", 2, 1),
        "nothing": Bad("", "no puzzle in this file"),
    },
    "loopy": {
        "a seed": Bad("7x7t0de#12345", "seed only Loopy game id :", 1, 8),
        "another grid": Bad("7x7t1de:12345", "squares Squares", 1, 5),
        "too large": Bad("501x2t0:z", "501 x 2 too large 500", 1, 1),
        "too small": Bad("3x3t0:a3b2b1a\n 0x2t0:z", "0 x 2 too small", 2, 2),
        "a digit above 4": Bad("3x3t0:a3b5b1a", "5 belong 0 to 4", 1, 10),
        "a letter": Bad("3x3t0:a3b2B1a", "B belong", 1, 11),
        "too few cells": Bad(" 3x3t0:a3b2b1\n", "only 8 cells 3 x 3 missing?", 1, 14),
        "too many cells": Bad("3x3t0:a3b2b1b", "more cells 3 x 3 columns rows right?", 1, 13),
        "too many clues": Bad("3x3t0:a3b2b1a0", "more cells 3 x 3", 1, 14),
        "the second line": Bad("3x3t0:a3b2b1a\n\nhello\n", "game id 3x3t0", 3, 1),
    },
    "map": {
        "nothing": Bad("", "empty"),
        "only blank lines": Bad("\n  \n\t\n", "empty"),
        "a short row": Bad("R.G\n..\nR.G\n", "2 cells the first has 3 equally long", 2, 3),
        "a row of one cell": Bad("R.G\n.\nR.G\n", "1 cell, the first has 3", 2, 2),
        "a long row": Bad("\nR.G\n....\n", "4 cells the first has 3", 3, 4),
        "a letter that is no label": Bad("R.R\n.é.\n", "é not a cell A-Z", 2, 2),
        "a control character": Bad("R.R\n..\x07\n", "not a cell", 2, 3),
        "a tab within a row": Bad("R\tR\n", "not a cell", 1, 2),
        "one cell": Bad("R\n", "1 x 1 too small two cells", 1, 0),
        "too wide": Bad("." * 501 + "\n", "501 too large 500 cells a side", 1, 0),
        "too high": Bad(".\n" * 501, "501 too large 500 cells a side", 1, 0),
        "too many cells": Bad(("." * 251 + "\n") * 250, "62750 too large 62500", 1, 0),
        "a second map": Bad("RR\n\nBB\n", "name: value two levels 7 7", 3, 1),
        "a color of no label": Bad("RR\n\ncolors: R=#000000 B=#ffffff\n", "B=#ffffff label", 3, 19),
        "a color that is none": Bad("RR\n\ncolors: R=red\n", "R=red #ff0000", 3, 9),
        "two colors of a label": Bad(
            "RR\n\ncolors: R=#ff0000\ncolors:  R=#00ff00\n",
            "the colour of R here and line 3, column 9 keep one",
            4,
            10,
        ),
        "a wall that is none": Bad("RR\n\ntitle: A\nwalls: 0,0-1,0 top\n", "top 3,4-4,4", 4, 16),
        "a wall off the board": Bad("RR\n\nwalls: 1,0-2,0\n", "1,0-2,0 neighbouring", 3, 8),
        "a wall beside a hole": Bad("R#R\n\nwalls: 0,0-1,0\n", "0,0-1,0 neighbouring", 3, 8),
        "a wall between distant cells": Bad("RRR\n\nwalls: 0,0-2,0\n", "neighbouring", 3, 8),
        "touching perhaps": Bad("RR\n\ntouching: perhaps\n", "touching allowed forbidden", 3, 0),
    },
    "list": {
        "no size": Bad("2 1\nRR\n\nRR\n", "size of the next level 7 7 #", 4, 1),
        "too few rows": Bad("2 3\nRR\n..\n", "0 cells line 1 says 2 3 rows of 2", 4, 1),
        "a short row": Bad("# pack\n3 2\nR.R\n..\n", "2 cells line 2 says 3", 4, 3),
        "a long row": Bad("3 2\nR.R\n....\n", "4 cells line 1 says 3", 3, 4),
        "too many rows": Bad("2 1\nRR\n..\n", "size of the next level", 3, 1),
        "too large": Bad("999999999 999999999\n", "too large 500 cells", 1, 0),
        "too small": Bad("1 0\n", "too small", 1, 0),
        "only the end mark": Bad("0 0\n", "no level"),
        "a letter that is no label": Bad("2 2\nRR\n.ß\n", "ß not a cell", 3, 2),
        "a wall off the board": Bad("# walls: 0,0-0,1\n2 1\nRR\n", "0,0-0,1 neighbouring", 1, 10),
        "two colors of a label": Bad(
            "# colors: R=#ff0000 R=#ff0000\n2 1\nRR\n",
            "the colour of R here and line 1, column 11",
            1,
            21,
        ),
        "a color of no label": Bad("# colors: B=#ffffff\n2 1\nRR\n", "B=#ffffff label", 1, 11),
        "touching perhaps": Bad("# touching: perhaps\n2 1\nRR\n", "touching allowed", 1, 0),
    },
    "json": {
        "nothing": Bad("", "not JSON", 1, 1),
        "a map": Bad(MAP_TEXT, "not JSON", 1, 1),
        "cut off": Bad(JSON_TEXT[:130], "not JSON", 2, 74),
        "a comma missing": Bad('{"flowdesk": 1\n "width": 2}', "not JSON ,", 2, 2),
        "nested too deeply": Bad('{"a": ' + "[" * 100_000, "nested"),
        "a number without end": Bad('{"flowdesk": ' + "9" * 5000 + "}", "too long a number"),
        "a list": Bad("[1, 2]", "not a JSON object"),
        "no version": Bad(_without("flowdesk"), "flowdesk missing begin with"),
        "a version that is no number": Bad(_changed(flowdesk="1"), "flowdesk whole number"),
        "version 0": Bad(_changed(flowdesk=0), "versions count from 1"),
        "a newer version": Bad(_changed(flowdesk=7), "version 7 newer newest FlowDesk"),
        "another kind": Bad(_changed(kind="chess"), "kind chess only flow"),
        "no width": Bad(_without("width"), "width missing"),
        "a width that is true": Bad(_changed(width=True), "width whole number"),
        "a width that is broken": Bad(_changed(width=2.5), "width whole number"),
        "too large": Bad(_changed(width=501), "501 too large 500"),
        "no endpoints": Bad(_without("endpoints"), "endpoints missing"),
        "an endpoint that is none": Bad(_changed(endpoints=[7]), "endpoints[0] JSON object"),
        "a label that is empty": Bad(
            _changed(endpoints=[{"label": "", "cells": []}]),
            "endpoints[0].label differ 1 to 16 characters",
        ),
        "a label twice": Bad(
            _changed(endpoints=[{"label": "R", "cells": []}, {"label": "R", "cells": []}]),
            "endpoints[1].label R differ",
        ),
        "a color by name": Bad(
            _changed(endpoints=[{"label": "R", "color": "red", "cells": []}]),
            "endpoints[0].color red #ff0000",
        ),
        "a cell that is none": Bad(
            _changed(endpoints=[{"label": "R", "cells": [[0, 0], [1]]}]),
            "endpoints[0].cells[1] [x, y]",
        ),
        "a cell that is half true": Bad(
            _changed(endpoints=[{"label": "R", "cells": [[0, True]]}]),
            "endpoints[0].cells[0] [x, y]",
        ),
        "two endpoints in a cell": Bad(
            _changed(endpoints=[{"label": "R", "cells": [[0, 0], [0, 0]]}]),
            "endpoints[0].cells two endpoints [0, 0]",
        ),
        "an endpoint in a hole": Bad(
            _changed(endpoints=[{"label": "R", "cells": [[2, 1]]}]),
            "endpoint row 2, column 3 not on",
        ),
        "an endpoint on a bridge": Bad(
            _changed(board={"bridges": [[0, 0]]}), "endpoint row 1, column 1 on a bridge"
        ),
        "an unknown part of a board": Bad(
            _changed(board={"warps": {"rows": [0], "depths": [1]}}), "board.warps.depths unknown"
        ),
        "a hole off the board": Bad(
            _changed(holes=[[9, 9]]), "hole row 10, column 10 off the board"
        ),
        "a wall that is none": Bad(_changed(walls=[[[0, 0], [2, 0]]]), "walls[0] neighbou"),
        "a wall off the board": Bad(_changed(walls=[[[2, 0], [3, 0]]]), "walls[0] neighbouring"),
        "something told that is no text": Bad(_changed(about={"title": 7}), "about.title text"),
        "a path of no label": Bad(_changed(drawn={"Z": [[0, 0]]}), "drawn.Z label"),
        "a path off the board": Bad(_changed(drawn={"R": [[0, 5]]}), "drawn.R cells of the board"),
        "a path that jumps": Bad(_changed(drawn={"R": [[0, 0], [2, 0]]}), "drawn R hold"),
        "paths that cross": Bad(
            _changed(drawn={"R": [[0, 0], [1, 0]], "B": [[1, 1], [1, 0]]}), "drawn hold"
        ),
        "a path that is none": Bad(_changed(solution={"R": 3}), "solution.R cells of the"),
        "a solution without a path": Bad(
            _changed(solution={"R": [[0, 0], [1, 0], [2, 0]]}),
            "does not solve no path B Remove the solution",
        ),
        "a solution that jumps": Bad(
            _changed(solution={"R": [[0, 0], [2, 0]], "B": [[0, 1], [1, 1]]}),
            "does not solve jumps Remove the solution",
        ),
        "a solution that ends elsewhere": Bad(
            _changed(solution={"R": [[0, 0], [0, 1]], "B": [[0, 1], [1, 1]]}),
            "does not solve endpoint Remove the solution",
        ),
        "a name twice": Bad(
            '{"flowdesk": 1, "width": 2, "height": 1,\n "endpoints": [], "width": 3}',
            "the name width here and line 1, column 17 keep one",
            2,
            19,
        ),
        "a name twice, once in other letters": Bad(
            '{"flowdesk": 1, "w\\u0069dth": 2, "width": 3}',
            "the name width here and line 1, column 17",
            1,
            34,
        ),
        "a name twice, deep inside": Bad(
            '{"flowdesk": 1,\n "about": {"title": "{\\"title\\":", "note": "title", "title" : ""}}',
            "the name title here and line 2, column 12",
            2,
            53,
        ),
        "a name twice in the second puzzle": Bad(
            '{"flowdesk": 1, "puzzles": [{"width": 2},\n{"width": 2, "width": 2}]}',
            "the name width here and line 2, column 2",
            2,
            14,
        ),
        "a name twice, and then no JSON": Bad('{"a": {"b": 1, "b": 2}, ', "the name b here", 1, 16),
        "clues of too few rows": Bad(_loop(clues=["3.."]), "clues 1 rows height 2"),
        "a row of clues too short": Bad(_loop(clues=["3..", ".1"]), "clues[1] 3 characters"),
        "a clue above 4": Bad(_loop(clues=["3..", ".5."]), "clues[1] 5 0 to 4"),
        "a drawn edge that is none": Bad(_loop(drawn=[[[0, 0], [2, 0]]]), "drawn[0] neighbouring"),
        "a drawn edge off the board": Bad(_loop(drawn=[[[5, 5], [5, 6]]]), "edge off the"),
        "an answer that is none": Bad(_loop(unsolvable=1), "unsolvable true or false"),
        "a loop that jumps": Bad(
            _loop(solution=[[0, 0], [1, 0], [0, 1]]), "solution [1, 0] [0, 1] neighbours"
        ),
        "a loop that is wrong": Bad(
            _loop(solution=[[0, 0], [2, 0], [2, 1], [0, 1]]), "solution neighbours"
        ),
        "a loop that breaks a clue": Bad(
            _loop(solution=[[1, 0], [2, 0], [2, 1], [1, 1]]),
            "does not solve This 3 Remove the solution",
        ),
        "no puzzle": Bad('{"flowdesk": 1, "puzzles": []}', "no puzzle puzzles empty"),
        "a bad second puzzle": Bad(
            json.dumps({"flowdesk": 1, "puzzles": [SMALL_JSON, {**SMALL_JSON, "width": "3"}]}),
            "puzzles[1].width whole number",
        ),
    },
    "colors": {
        "cut off": Bad('[[null, "red"],\n ["red"', "not JSON", 2, 8),
        "a comma missing": Bad('[[null, "red"]\n ["red", null]]', "not JSON ,", 2, 2),
        "a name twice": Bad(
            '[[null, {"red": 1, "red": 1}]]', "the name red here and line 1, column 10", 1, 20
        ),
        "a number without end": Bad(f"[[[{'9' * 5000}, 0, 0]]]", "too long a number"),
        "nested too deeply": Bad("[[null, " + "[" * 100_000, "nested"),
        "a row that is none": Bad("[[null, null], 5]", "not a list of rows [[null"),
        "a short row": Bad("[[null, null], [null]]", "row 2 1 cells the first has 2"),
        "one cell": Bad("[[null]]", "1 x 1 too small"),
        "a colour that nobody knows": Bad(
            '[[null, "red"], ["reddish", null]]', "cell 1 of row 2 reddish no colour CSS"
        ),
        "a colour that is long": Bad(
            json.dumps([["x" * 99, None]]), "cell 1 of row 1 xxx... no colour"
        ),
        "a number": Bad("[[null, 5]]", "cell 2 of row 1 5 three numbers"),
        "two numbers": Bad("[[null, [1, 2]]]", "cell 2 of row 1 [1, 2] three numbers"),
        "a number too large": Bad("[[null, [1, 2, 256]]]", "[1, 2, 256] 0 to 255"),
        "a number below 0": Bad("[[null, [1, 2, -1]]]", "[1, 2, -1] 0 to 255"),
        "a number that is broken": Bad("[[null, [1, 2, 0.5]]]", "[1, 2, 0.5] 0 to 255"),
        "a number that is true": Bad("[[null, [1, 2, true]]]", "[1, 2, true] 0 to 255"),
    },
    "coordinates": {
        "a line less": Bad("3 3 2\n(0, 0) (2, 0)\n", "1 line of cells 3 colours", 1, 0),
        "a line more": Bad("0 3 2\n\n(0, 0) (2, 0)\n", "1 line of cells 0 colours", 1, 0),
        "too large": Bad("1 501 2\n(0, 0) (2, 0)\n", "501 x 2 too large", 1, 0),
        "a negative number": Bad("1 3 2\n(-1, 0) (2, 0)\n", "two endpoints of a colour", 2, 1),
        "off the board": Bad("1 3 2\n(0, 0) (1, 2)\n", "(1, 2) off the board 3 x 2 from 0", 2, 8),
        "twice in a cell": Bad("2 3 2\n(0, 0) (2, 0)\n(1, 1) (2, 0)", "two endpoints (2, 0)", 3, 8),
        "one cell": Bad("1 3 2\n(0, 0)\n", "two endpoints of a colour (3, 0) (4, 6)", 2, 7),
        "three cells": Bad("1 3 2\n(0, 0) (1, 1) (2, 0)", "two endpoints of a colour", 2, 15),
        "something else": Bad("1 3 2\n(0, 0) (1, 1) red", "two endpoints of a colour", 2, 14),
        "one number": Bad("1 3 2\n(0, 0) (1)", "two endpoints of a colour", 2, 7),
        "no cells": Bad("1 3 2\n(0, 0) (1, 1)\nred", "two endpoints of a colour", 3, 1),
    },
    "link": {
        "another site": Bad(
            "https://example.org/level", "not a link to a puzzle arukone/5/5", 1, 1
        ),
        "no name": Bad(_link(""), "not a link to a puzzle", 1, 1),
        "another query": Bad(_link("id=7"), "not a link to a puzzle", 1, 1),
        "another puzzle": Bad(_link("nurikabe/5/5/aa"), "nurikabe arukone numlin slither", 1, 21),
        "another puzzle without more": Bad(_link("sudoku"), "sudoku another kind", 1, 21),
        "no size": Bad(_link("arukone"), "columns rows cells arukone/5/5", 1, 28),
        "no rows": Bad(_link("arukone/5"), "columns rows cells", 1, 28),
        "no cells": Bad(_link("arukone/5/5"), "columns rows cells", 1, 28),
        "no cells but a slash": Bad(_link("arukone/5/5/"), "columns rows cells", 1, 28),
        "a size that is none": Bad(_link("arukone/5/x/11"), "columns rows cells", 1, 28),
        "too large": Bad(_link("arukone/501/2/11"), "501 x 2 too large", 1, 29),
        "too small": Bad(_link("arukone/0/2/11"), "0 x 2 too small", 1, 29),
        "uncovered cells": Bad(_link("arukone/e/2/1/11"), "e uncovered", 1, 29),
        "an unknown flag": Bad(_link("arukone/x/2/1/11"), "x no meaning", 1, 29),
        "an unknown flag of numlin": Bad(_link("numlin/e/2/1/11"), "e no meaning", 1, 28),
        "a number that is unknown": Bad(_link("arukone/2/1/1."), ". not known", 1, 34),
        "a letter that does not belong": Bad(_link("arukone/2/1/1G"), "G belong", 1, 34),
        "half a number": Bad(_link("arukone/2/1/1-1"), "- belong", 1, 34),
        "half a large number": Bad(_link("arukone/2/1/1+11"), "+ belong", 1, 34),
        "too few cells": Bad(_link("arukone/2/2/11g"), "only 3 cells 2 x 2", 1, 36),
        "too many cells": Bad(_link("arukone/2/2/11g11"), "more 2 x 2", 1, 37),
        "a run that is too long": Bad(_link("arukone/2/2/11i"), "more 2 x 2", 1, 35),
        "a number 0": Bad(_link("arukone/2/1/00"), "0 count from 1", 1, 33),
        "beyond the letters": Bad(_link("arukone/2/1/-35-35"), "53 too large 52", 1, 33),
        "percent signs before": Bad(_link("arukone%2F2%2f1%2F%311G"), "G belong", 1, 43),
        "a clue that does not belong": Bad(_link("slither/2/2/a-"), "- belong 0 to 4", 1, 34),
        "a clue of its own": Bad(_link("slither/2/2/af"), "f belong 0 to 4", 1, 34),
        "too few cells for clues": Bad(_link("slither/2/2/a"), "only 3 cells 2 x 2", 1, 34),
        "too many cells for clues": Bad(_link("slither/2/2/aj"), "more 2 x 2", 1, 34),
        "too many clues": Bad(_link("slither/2/2/a33"), "more 2 x 2", 1, 35),
        "a flag of slither": Bad(_link("slither/x/2/2/a3"), "x no meaning", 1, 29),
        "the second link": Bad(f"{LINK_TEXT}\n\n?arukone/2/1/1x\n", "more 2 x 1", 3, 15),
    },
    "pzprv3": {
        "nothing more": Bad("pzprv3/", "kind of puzzle arukone", 1, 8),
        "another puzzle": Bad(
            "pzprv3\nnurikabe\n5\n5\n", "nurikabe arukone, numlin, numberlink slither", 2, 1
        ),
        "no rows": Bad("pzprv3/arukone//5", "number of rows", 1, 16),
        "no columns": Bad("pzprv3/arukone/5/x", "number of columns missing?", 1, 18),
        "nothing after the rows": Bad("pzprv3\nslither\n2\n", "number of columns missing?", 4, 1),
        "too large": Bad("pzprv3/arukone/501/2/passallcell", "2 x 501 too large", 1, 20),
        "uncovered cells": Bad(_pzprv3("A A", cover="dontpassallcell/"), "uncovered", 1, 20),
        "uncovered cells as before": Bad(_pzprv3("A A", cover="allowempty/"), "uncovered", 1, 20),
        "nothing about covering": Bad(_pzprv3("A . A", cover=""), "passallcell", 1, 20),
        "a letter that does not belong": Bad(_pzprv3("A 7 A"), "7 belong", 1, 34),
        "a number that does not belong": Bad(
            _pzprv3("1 0 A", kind="numlin", cover=""), "0 belong", 1, 21
        ),
        "a number that is unknown": Bad(_pzprv3("A . -"), "- belong", 1, 36),
        "a row too short": Bad(_pzprv3("A A", ". . ."), "2 parts 3", 1, 35),
        "a row too long": Bad(_pzprv3("A . A A", ". . ."), "4 parts 3", 1, 38),
        "a row missing": Bad(_pzprv3("A . A"), "0 parts 3 missing?", 1, 37),
        "a clue above 4": Bad("pzprv3/slither/1/2/5 ./", "5 belong", 1, 20),
        "a shade that is none": Bad("pzprv3.1/slither/1/2/3 ./0 7/", "7 belong", 1, 28),
        "a row of edges too short": Bad("pzprv3/slither/1/2/3 ./0 0/", "2 parts 3 missing?", 1, 27),
        "a line that is none": Bad(
            "\npzprv3\narukone\n1\n2\npassallcell\nA A\n2\n", "2 belong", 8, 1
        ),
    },
    "string": {
        "no size": Bad("2:,0,1,2;0,1;2,3", "size 7:9+B", 1, 1),
        "another mark": Bad("2+C,0,1,2;0,1;2,3", "size 7:9+B", 1, 1),
        "too large": Bad("501,0,1,2;0,1;2,3", "501 x 501 too large", 1, 1),
        "no zero": Bad("2,1,1,2;0,1;2,3", "1 is too large 0", 1, 3),
        "no number": Bad("2,0,1,x;0,1;2,3", "a number", 1, 7),
        "too few paths": Bad("2,0,1,2;0,1,3,2", "number of the paths 1 follow", 1, 7),
        "a bridge off the board": Bad("2,0,1,2,4;0,1;2,3", "4 is too large 3", 1, 9),
        "a bridge in a hole": Bad("2,0,1,2,3,3;0,1;2,3", "bridge row 2, column 2 not on", 1, 9),
        "an end on a bridge": Bad("2,0,1,2,3;0,1;2,3", "endpoint row 2, column 2 bridge", 1, 1),
        "a turn on a bridge": Bad(
            "3+B,0,1,2,4,;0,3,6;1,2,5,4,7,8",
            "do not solve row 2, column 2 turns on a bridge",
            1,
            20,
        ),
        "a hole off the board": Bad("2,0,1,2,,3:4;0,1;2,3", "4 is too large 3", 1, 12),
        "a wall that is none": Bad("2,0,1,2,,,0|3;0,1;2,3", "wall neighbouring 0|1", 1, 11),
        "a wall beside a hole": Bad("2,0,1,1,,3,1|3;1,0,2", "wall not an edge", 1, 12),
        "something more": Bad("2,0,1,2,,,,x;0,1;2,3", "x unknown", 1, 12),
        "a path off the board": Bad("2,0,1,2;0,1;2,4", "4 is too large 3", 1, 15),
        "a path that is none": Bad("2,0,1,2;0,1;2,x", "a number", 1, 15),
        "an empty path": Bad("2,0,1,3;0,1;;2,3", "from one endpoint to another", 1, 13),
        "a path of one cell": Bad("2,0,1,2;0,1;2", "from one endpoint to another", 1, 13),
        "a ring": Bad("2,0,1,1;0,1,3,2,0", "from one endpoint to another", 1, 9),
        "two paths in one end": Bad("2,0,1,2;0,1;1,3,2", "no other path ends", 1, 13),
        "an end in a hole": Bad("2,0,1,2,,3;0,1;2,3", "endpoint row 2, column 2 not on", 1, 1),
        "a jump": Bad("2,0,1,2;0,3;1,2", "do not solve jumps", 1, 9),
        "paths that meet": Bad("3:2,0,1,1;0,1,4,1,2", "do not solve Two paths meet", 1, 11),
        "an uncovered cell": Bad("3:1,0,1,1;0,1\n", "do not solve No path covers", 1, 1),
        "a header too short": Bad("2:1,0,1,1;0,1\n2:1,0;0,1", "size 0 number flows 2,0,1,2", 2, 1),
        "the second line": Bad("2:1,0,1,1;0,1\n\n2:1,0,1,1;0,2\n", "2 is too large 1", 3, 13),
    },
    "linked": {
        "no cells": Bad("WARPS\n", "no cells", 1, 0),
        "too wide": Bad(f"STANDARD\n{'.-' * 500}.\n", "501 x 1 too large", 2, 0),
        "no cell": Bad("STANDARD\nA-?\n", "? is not a cell", 2, 3),
        "a bridge of hexagons": Bad("HEX\nA-*\n", "no bridges", 2, 3),
        "a mark that is none": Bad("STANDARD\nA+A\n", "+ is a link", 2, 2),
        "a link to nothing": Bad("STANDARD\nA-A\n   |\nA-A\n", "links no two cells", 3, 4),
        "a slanted link of squares": Bad("STANDARD\nA-A\n \\\nA-A\n", "links no two cells", 3, 2),
        "a warp to a hole": Bad("WARPS\n  A-\n  |\n.-A\n", "leads to no cell", 2, 4),
        "a warp of one cell": Bad("WARPS\nA-\n|\nA\n", "with itself", 2, 2),
        "a warp of hexagons": Bad("HEX\nA-A-\n", "links no two cells", 2, 4),
        "columns that do not agree": Bad(
            "HEX\nA-.-.\n \\|\\\n.-.-A\n", "slanted the other way", 3, 4
        ),
    },
}


#: What a writer refuses beside what its format declares: words of the reason, and of which levels.
REFUSED: dict[str, tuple[str, Callable[[Level], bool]]] = {
    "string": ("holds the solution", lambda level: drawn_solution(level) is None),
    "linked": (
        "a letter or digit for each|row or column of holes",
        lambda level: (
            not all(len(label) == 1 for label in level.pairs)
            or {axis: max((c[axis] for c in level.cells), default=-1) + 1 for axis in (0, 1)}
            != {0: level.width, 1: level.height}
        ),
    ),
    "colors": (
        "the same colour",
        lambda level: len({*map(level.color, level.pairs)}) < len(level.pairs),
    ),
}

#: For each kind a puzzle with everything that need not be kept, and what each format that can be
#: written leaves out.
RICH = {
    "flow": Entry(
        Level(
            3,
            2,
            {(0, 0): "R", (2, 0): "R", (0, 1): "Z", (2, 1): "Z"},
            colors={"Z": "#010203"},
            about={"title": "T"},
            drawn={"R": ((0, 0), (1, 0))},
            touching=False,
        ),
        Solution({"R": ((0, 0), (1, 0), (2, 0)), "Z": ((0, 1), (1, 1), (2, 1))}),
    ),
    "slitherlink": Entry(
        Slitherlink(3, 2, {(0, 0): 3}, frozenset({((1, 1), (2, 1))}), about={"title": "T"}),
        Loop(frozenset({*edges_of((0, 0))} ^ {*edges_of((1, 0))})),
    ),
}
_TOLD = ["the title", "that touching is forbidden"]
_NUMBERED = ["the colours", "the letters of the colours"]
LOST = {
    "flow": {
        "json": [],
        "map": ["the drawn paths", SOLUTION],
        "list": ["the drawn paths", SOLUTION],
        "colors": [*_TOLD, "the letters of the colours", "the drawn paths", SOLUTION],
        "link": [*_TOLD, *_NUMBERED, "the drawn paths", SOLUTION],
        "pzprv3": [*_TOLD, *_NUMBERED, SOLUTION],
        "string": [*_TOLD, *_NUMBERED, "the drawn paths"],
        "linked": [
            "the title",
            "that touching is forbidden",
            "the colours",
            "the drawn paths",
            SOLUTION,
        ],
    },
    "slitherlink": {
        "json": [],
        "clues": ["the drawn edges", SOLUTION],
        "course": ["the title", "the drawn edges"],
        "loopy": ["the title", "the drawn edges", SOLUTION],
        "link": ["the title", "the drawn edges", SOLUTION],
        "pzprv3": ["the title", SOLUTION],
    },
}


def _link_of(name: str, width: int, height: int) -> str:
    runs, rest = divmod(width * height, 20)
    body = f"{'z' * runs}{chr(ord('f') + rest) if rest else ''}"
    return f"?{name}/{width}/{height}/{body or 'g'}"


def _loopy_of(width: int, height: int) -> str:
    runs, rest = divmod(width * height, 26)
    return f"{width}x{height}t0:{'z' * runs}{chr(ord('`') + rest) if rest else ''}"


def _pzprv3_of(name: str, cover: str, width: int, height: int) -> str:
    """A board with lines between its cells, or without `cover`, with lines round its cells."""
    more = -1 if cover else 1
    rows = [(". ", width, height), ("0 ", width + more, height), ("0 ", width, height + more)]
    lines = [part * count for part, count, times in rows for _ in range(times)]
    return "\n".join(["pzprv3", name, str(height), str(width), *filter(None, [cover]), *lines])


def _string_of(width: int, height: int) -> str:
    """One path goes to and fro over the whole board."""
    walk = ((x if y % 2 == 0 else width - 1 - x, y) for x, y in cells_of(width, height))
    return f"{width}:{height},0,1,1;" + ",".join(str(y * width + x) for x, y in walk)


def _json_of(kind: str, width: int, height: int) -> str:
    fields = {"endpoints": []} if kind == "flow" else {"clues": ["." * width] * height}
    return json.dumps({"flowdesk": 1, "kind": kind, "width": width, "height": height, **fields})


def _course_of(width: int, height: int) -> str:
    """With answers, as these are the longest lines."""
    size, rows = f"{height} {width}", ["." * width] * height
    answer = ["0" * (width + number % 2) for number in range(2 * height + 1)]
    return " ".join([size, *rows, "\n", size, *answer])


#: A board of any size with at most one colour, for each kind in each of its formats.
BOARDS: dict[str, dict[str, Callable[[int, int], str]]] = {
    "flow": {
        "map": lambda width, height: ("." * width + "\n") * height,
        "list": lambda width, height: f"{width} {height}\n" + ("." * width + "\n") * height,
        "json": partial(_json_of, "flow"),
        "colors": lambda width, height: json.dumps([[None] * width] * height),
        "coordinates": lambda width, height: (
            f"1 {width} {height}\n(0, 0) ({width - 1}, {height - 1})"
        ),
        "link": partial(_link_of, "arukone"),
        "pzprv3": partial(_pzprv3_of, "arukone", "passallcell"),
        "string": _string_of,
        "linked": lambda width, height: "STANDARD\n" + "\n\n".join([". " * width] * height),
    },
    "slitherlink": {
        "clues": lambda width, height: ("." * width + "\n") * height + "\nkind: slitherlink\n",
        "json": partial(_json_of, "slitherlink"),
        "course": _course_of,
        "loopy": _loopy_of,
        "link": partial(_link_of, "slither"),
        "pzprv3": partial(_pzprv3_of, "slither", ""),
    },
}
