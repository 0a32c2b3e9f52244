"""The table of cases for the tests of formats: what each format reads and refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

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


NO_PLACE = (0, 0)

#: For each format one text for everything that its reader may say: the text, the line and column
#: that are named (0 where there is none), and words that are said.
BAD: dict[str, dict[str, tuple[str, tuple[int, int], str]]] = {
    "clues": {
        "a digit above 4": ("3.5\n222\n.2.\n", (1, 3), "5 is not a cell 0 to 4"),
        "a short row": ("3.2\n22\n.2.\n", (2, 3), "2 cells the first has 3 equally long"),
        "a long row": ("\n3.2\n22..\n.2.\n", (3, 4), "4 cells the first has 3 equally long"),
        "lines of another form": ("3.2\n2..\n\ntitle\n", (4, 1), "name: value course file"),
        "another puzzle": ("3.2\n2..\n\n3.2\n", (4, 1), "name: value course file 2 3"),
        "too wide": ("3" + "." * 500 + "\n", (1, 0), "501 too large 500 cells a side"),
        "too high": ("3\n" * 501, (1, 0), "501 too large 500 cells a side"),
    },
    "course": {
        "a digit above 4": ("2 3 .5. 3.1\n", (1, 6), "5 is not a cell 0 to 4"),
        "a letter": ("2 3 .2. 3.1\n2 3 .2. x.1\n", (2, 9), "x is not a cell 0 to 4"),
        "a short row": ("3 3 ..2 3. ...\n", (1, 11), "row 2 2 cells 3 columns 2 3 .2. 3.1"),
        "a long row": ("# a\n\n 2 3 .2.. 3.1\n", (3, 9), "row 1 4 cells 3 columns"),
        "rows and columns exchanged": ("3 2 .2. 3.1\n", (1, 7), "row 1 3 cells 2 columns rows and"),
        "a row too few": ("3 3 .2. 3.1 # two\n", (1, 12), "2 rows 3 are expected"),
        "a row too many": ("1 3 .2. 3.1\n", (1, 9), "2 rows 1 are expected"),
        "no rows": ("2 3 .2. 3.1\n2 3\n", (2, 4), "0 rows 2 are expected"),
        "no columns": ("2 3 .2. 3.1\n2\n", (2, 2), "that of columns 2 3 .2. 3.1"),
        "no size": ("2 3 .2. 3.1\nUNSAT .2. 3.1\n", (2, 1), "rows and columns 2 3 .2. 3.1"),
        "a size that is none": ("2 3 .2. 3.1\n2 x .2. 3.1\n", (2, 3), "rows and columns"),
        "too large": ("2 3 .2. 3.1\n2 501 .. ..\n", (2, 1), "501 x 2 too large 500"),
        "too small": ("2 3 .2. 3.1\n1 0\n", (2, 1), "0 x 1 too small one cell"),
        "an answer that is cut off": (
            "2 3 3.. .1.\n2 3 100 1100 100 0000\n",
            (2, 12),
            "row 2 4 cells 3 columns",
        ),
        "something else": ("2 3 .2. 3.1\nBob\n", (2, 1), "rows and columns 2 3 .2. 3.1"),
        "an answer alone": ("# solved\nUNSAT\n", (2, 1), "answer no puzzle before it 2 3 .2. 3.1"),
        "nothing": ("", NO_PLACE, "no puzzle in this file"),
    },
    "loopy": {
        "a seed": ("7x7t0de#12345", (1, 8), "seed only Loopy game id :"),
        "another grid": ("7x7t1de:12345", (1, 5), "squares Squares"),
        "too large": ("501x2t0:z", (1, 1), "501 x 2 too large 500"),
        "too small": ("3x3t0:a3b2b1a\n 0x2t0:z", (2, 2), "0 x 2 too small"),
        "a digit above 4": ("3x3t0:a3b5b1a", (1, 10), "5 belong 0 to 4"),
        "a letter": ("3x3t0:a3b2B1a", (1, 11), "B belong"),
        "too few cells": (" 3x3t0:a3b2b1\n", (1, 14), "only 8 cells 3 x 3 missing?"),
        "too many cells": ("3x3t0:a3b2b1b", (1, 13), "more cells 3 x 3 columns rows right?"),
        "too many clues": ("3x3t0:a3b2b1a0", (1, 14), "more cells 3 x 3"),
        "the second line": ("3x3t0:a3b2b1a\n\nhello\n", (3, 1), "game id 3x3t0"),
    },
    "map": {
        "nothing": ("", NO_PLACE, "empty"),
        "only blank lines": ("\n  \n\t\n", NO_PLACE, "empty"),
        "a short row": ("R.G\n..\nR.G\n", (2, 3), "2 cells the first has 3 equally long"),
        "a row of one cell": ("R.G\n.\nR.G\n", (2, 2), "1 cell, the first has 3"),
        "a long row": ("\nR.G\n....\n", (3, 4), "4 cells the first has 3"),
        "a letter that is no label": ("R.R\n.é.\n", (2, 2), "é not a cell A-Z"),
        "a control character": ("R.R\n..\x07\n", (2, 3), "not a cell"),
        "a tab within a row": ("R\tR\n", (1, 2), "not a cell"),
        "one cell": ("R\n", (1, 0), "1 x 1 too small two cells"),
        "too wide": ("." * 501 + "\n", (1, 0), "501 too large 500 cells a side"),
        "too high": (".\n" * 501, (1, 0), "501 too large 500 cells a side"),
        "too many cells": (("." * 251 + "\n") * 250, (1, 0), "62750 too large 62500"),
        "a second map": ("RR\n\nBB\n", (3, 1), "name: value two levels 7 7"),
        "a color of no label": ("RR\n\ncolors: R=#000000 B=#ffffff\n", (3, 19), "B=#ffffff label"),
        "a color that is none": ("RR\n\ncolors: R=red\n", (3, 9), "R=red #ff0000"),
        "two colors of a label": (
            "RR\n\ncolors: R=#ff0000\ncolors:  R=#00ff00\n",
            (4, 10),
            "the colour of R here and line 3, column 9 keep one",
        ),
        "a wall that is none": ("RR\n\ntitle: A\nwalls: 0,0-1,0 top\n", (4, 16), "top 3,4-4,4"),
        "a wall off the board": ("RR\n\nwalls: 1,0-2,0\n", (3, 8), "1,0-2,0 neighbouring"),
        "a wall beside a hole": ("R#R\n\nwalls: 0,0-1,0\n", (3, 8), "0,0-1,0 neighbouring"),
        "a wall between distant cells": ("RRR\n\nwalls: 0,0-2,0\n", (3, 8), "neighbouring"),
        "touching perhaps": ("RR\n\ntouching: perhaps\n", (3, 0), "touching allowed forbidden"),
    },
    "list": {
        "no size": ("2 1\nRR\n\nRR\n", (4, 1), "size of the next level 7 7 #"),
        "too few rows": ("2 3\nRR\n..\n", (4, 1), "0 cells line 1 says 2 3 rows of 2"),
        "a short row": ("# pack\n3 2\nR.R\n..\n", (4, 3), "2 cells line 2 says 3"),
        "a long row": ("3 2\nR.R\n....\n", (3, 4), "4 cells line 1 says 3"),
        "too many rows": ("2 1\nRR\n..\n", (3, 1), "size of the next level"),
        "too large": ("999999999 999999999\n", (1, 0), "too large 500 cells"),
        "too small": ("1 0\n", (1, 0), "too small"),
        "only the end mark": ("0 0\n", NO_PLACE, "no level"),
        "a letter that is no label": ("2 2\nRR\n.ß\n", (3, 2), "ß not a cell"),
        "a wall off the board": ("# walls: 0,0-0,1\n2 1\nRR\n", (1, 10), "0,0-0,1 neighbouring"),
        "two colors of a label": (
            "# colors: R=#ff0000 R=#ff0000\n2 1\nRR\n",
            (1, 21),
            "the colour of R here and line 1, column 11",
        ),
        "a color of no label": ("# colors: B=#ffffff\n2 1\nRR\n", (1, 11), "B=#ffffff label"),
        "touching perhaps": ("# touching: perhaps\n2 1\nRR\n", (1, 0), "touching allowed"),
    },
    "json": {
        "nothing": ("", (1, 1), "not JSON"),
        "a map": (MAP_TEXT, (1, 1), "not JSON"),
        "cut off": (JSON_TEXT[:130], (2, 74), "not JSON"),
        "a comma missing": ('{"flowdesk": 1\n "width": 2}', (2, 2), "not JSON ,"),
        "nested too deeply": ('{"a": ' + "[" * 100_000, NO_PLACE, "nested"),
        "a number without end": ('{"flowdesk": ' + "9" * 5000 + "}", NO_PLACE, "too long a number"),
        "a list": ("[1, 2]", NO_PLACE, "not a JSON object"),
        "no version": (_without("flowdesk"), NO_PLACE, "flowdesk missing begin with"),
        "a version that is no number": (_changed(flowdesk="1"), NO_PLACE, "flowdesk whole number"),
        "version 0": (_changed(flowdesk=0), NO_PLACE, "versions count from 1"),
        "a newer version": (_changed(flowdesk=7), NO_PLACE, "version 7 newer newest FlowDesk"),
        "another kind": (_changed(kind="chess"), NO_PLACE, "kind chess only flow"),
        "no width": (_without("width"), NO_PLACE, "width missing"),
        "a width that is true": (_changed(width=True), NO_PLACE, "width whole number"),
        "a width that is broken": (_changed(width=2.5), NO_PLACE, "width whole number"),
        "too large": (_changed(width=501), NO_PLACE, "501 too large 500"),
        "no endpoints": (_without("endpoints"), NO_PLACE, "endpoints missing"),
        "an endpoint that is none": (_changed(endpoints=[7]), NO_PLACE, "endpoints[0] JSON object"),
        "a label that is empty": (
            _changed(endpoints=[{"label": "", "cells": []}]),
            NO_PLACE,
            "endpoints[0].label differ 1 to 16 characters",
        ),
        "a label twice": (
            _changed(endpoints=[{"label": "R", "cells": []}, {"label": "R", "cells": []}]),
            NO_PLACE,
            "endpoints[1].label R differ",
        ),
        "a color by name": (
            _changed(endpoints=[{"label": "R", "color": "red", "cells": []}]),
            NO_PLACE,
            "endpoints[0].color red #ff0000",
        ),
        "a cell that is none": (
            _changed(endpoints=[{"label": "R", "cells": [[0, 0], [1]]}]),
            NO_PLACE,
            "endpoints[0].cells[1] [x, y]",
        ),
        "a cell that is half true": (
            _changed(endpoints=[{"label": "R", "cells": [[0, True]]}]),
            NO_PLACE,
            "endpoints[0].cells[0] [x, y]",
        ),
        "two endpoints in a cell": (
            _changed(endpoints=[{"label": "R", "cells": [[0, 0], [0, 0]]}]),
            NO_PLACE,
            "endpoints[0].cells two endpoints [0, 0]",
        ),
        "an endpoint in a hole": (
            _changed(endpoints=[{"label": "R", "cells": [[2, 1]]}]),
            NO_PLACE,
            "endpoint row 2, column 3 not on",
        ),
        "an endpoint on a bridge": (
            _changed(board={"bridges": [[0, 0]]}),
            NO_PLACE,
            "endpoint row 1, column 1 on a bridge",
        ),
        "an unknown part of a board": (
            _changed(board={"warps": {"rows": [0], "depths": [1]}}),
            NO_PLACE,
            "board.warps.depths unknown",
        ),
        "a hole off the board": (
            _changed(holes=[[9, 9]]),
            NO_PLACE,
            "hole row 10, column 10 off the board",
        ),
        "a wall that is none": (_changed(walls=[[[0, 0], [2, 0]]]), NO_PLACE, "walls[0] neighbou"),
        "a wall off the board": (
            _changed(walls=[[[2, 0], [3, 0]]]),
            NO_PLACE,
            "walls[0] neighbouring",
        ),
        "something told that is no text": (
            _changed(about={"title": 7}),
            NO_PLACE,
            "about.title text",
        ),
        "a path of no label": (_changed(drawn={"Z": [[0, 0]]}), NO_PLACE, "drawn.Z label"),
        "a path off the board": (
            _changed(drawn={"R": [[0, 5]]}),
            NO_PLACE,
            "drawn.R cells of the board",
        ),
        "a path that jumps": (_changed(drawn={"R": [[0, 0], [2, 0]]}), NO_PLACE, "drawn R hold"),
        "paths that cross": (
            _changed(drawn={"R": [[0, 0], [1, 0]], "B": [[1, 1], [1, 0]]}),
            NO_PLACE,
            "drawn hold",
        ),
        "a path that is none": (_changed(solution={"R": 3}), NO_PLACE, "solution.R cells of the"),
        "a solution without a path": (
            _changed(solution={"R": [[0, 0], [1, 0], [2, 0]]}),
            NO_PLACE,
            "does not solve no path B Remove the solution",
        ),
        "a solution that jumps": (
            _changed(solution={"R": [[0, 0], [2, 0]], "B": [[0, 1], [1, 1]]}),
            NO_PLACE,
            "does not solve jumps Remove the solution",
        ),
        "a solution that ends elsewhere": (
            _changed(solution={"R": [[0, 0], [0, 1]], "B": [[0, 1], [1, 1]]}),
            NO_PLACE,
            "does not solve endpoint Remove the solution",
        ),
        "a name twice": (
            '{"flowdesk": 1, "width": 2, "height": 1,\n "endpoints": [], "width": 3}',
            (2, 19),
            "the name width here and line 1, column 17 keep one",
        ),
        "a name twice, once in other letters": (
            '{"flowdesk": 1, "w\\u0069dth": 2, "width": 3}',
            (1, 34),
            "the name width here and line 1, column 17",
        ),
        "a name twice, deep inside": (
            '{"flowdesk": 1,\n "about": {"title": "{\\"title\\":", "note": "title", "title" : ""}}',
            (2, 53),
            "the name title here and line 2, column 12",
        ),
        "a name twice in the second puzzle": (
            '{"flowdesk": 1, "puzzles": [{"width": 2},\n{"width": 2, "width": 2}]}',
            (2, 14),
            "the name width here and line 2, column 2",
        ),
        "a name twice, and then no JSON": ('{"a": {"b": 1, "b": 2}, ', (1, 16), "the name b here"),
        "clues of too few rows": (_loop(clues=["3.."]), NO_PLACE, "clues 1 rows height 2"),
        "a row of clues too short": (_loop(clues=["3..", ".1"]), NO_PLACE, "clues[1] 3 characters"),
        "a clue above 4": (_loop(clues=["3..", ".5."]), NO_PLACE, "clues[1] 5 0 to 4"),
        "a drawn edge that is none": (
            _loop(drawn=[[[0, 0], [2, 0]]]),
            NO_PLACE,
            "drawn[0] neighbouring",
        ),
        "a drawn edge off the board": (_loop(drawn=[[[5, 5], [5, 6]]]), NO_PLACE, "edge off the"),
        "an answer that is none": (_loop(unsolvable=1), NO_PLACE, "unsolvable true or false"),
        "a loop that jumps": (
            _loop(solution=[[0, 0], [1, 0], [0, 1]]),
            NO_PLACE,
            "solution [1, 0] [0, 1] neighbours",
        ),
        "a loop that is wrong": (
            _loop(solution=[[0, 0], [2, 0], [2, 1], [0, 1]]),
            NO_PLACE,
            "solution neighbours",
        ),
        "a loop that breaks a clue": (
            _loop(solution=[[1, 0], [2, 0], [2, 1], [1, 1]]),
            NO_PLACE,
            "does not solve This 3 Remove the solution",
        ),
        "no puzzle": ('{"flowdesk": 1, "puzzles": []}', NO_PLACE, "no puzzle puzzles empty"),
        "a bad second puzzle": (
            json.dumps({"flowdesk": 1, "puzzles": [SMALL_JSON, {**SMALL_JSON, "width": "3"}]}),
            NO_PLACE,
            "puzzles[1].width whole number",
        ),
    },
    "colors": {
        "cut off": ('[[null, "red"],\n ["red"', (2, 8), "not JSON"),
        "a comma missing": ('[[null, "red"]\n ["red", null]]', (2, 2), "not JSON ,"),
        "a name twice": (
            '[[null, {"red": 1, "red": 1}]]',
            (1, 20),
            "the name red here and line 1, column 10",
        ),
        "a number without end": (f"[[[{'9' * 5000}, 0, 0]]]", NO_PLACE, "too long a number"),
        "nested too deeply": ("[[null, " + "[" * 100_000, NO_PLACE, "nested"),
        "a row that is none": ("[[null, null], 5]", NO_PLACE, "not a list of rows [[null"),
        "a short row": ("[[null, null], [null]]", NO_PLACE, "row 2 1 cells the first has 2"),
        "one cell": ("[[null]]", NO_PLACE, "1 x 1 too small"),
        "a colour that nobody knows": (
            '[[null, "red"], ["reddish", null]]',
            NO_PLACE,
            "cell 1 of row 2 reddish no colour CSS",
        ),
        "a colour that is long": (
            json.dumps([["x" * 99, None]]),
            NO_PLACE,
            "cell 1 of row 1 xxx... no colour",
        ),
        "a number": ("[[null, 5]]", NO_PLACE, "cell 2 of row 1 5 three numbers"),
        "two numbers": ("[[null, [1, 2]]]", NO_PLACE, "cell 2 of row 1 [1, 2] three numbers"),
        "a number too large": ("[[null, [1, 2, 256]]]", NO_PLACE, "[1, 2, 256] 0 to 255"),
        "a number below 0": ("[[null, [1, 2, -1]]]", NO_PLACE, "[1, 2, -1] 0 to 255"),
        "a number that is broken": ("[[null, [1, 2, 0.5]]]", NO_PLACE, "[1, 2, 0.5] 0 to 255"),
        "a number that is true": ("[[null, [1, 2, true]]]", NO_PLACE, "[1, 2, true] 0 to 255"),
    },
    "coordinates": {
        "a line less": ("3 3 2\n(0, 0) (2, 0)\n", (1, 0), "1 line of cells 3 colours"),
        "a line more": ("0 3 2\n\n(0, 0) (2, 0)\n", (1, 0), "1 line of cells 0 colours"),
        "too large": ("1 501 2\n(0, 0) (2, 0)\n", (1, 0), "501 x 2 too large"),
        "a negative number": ("1 3 2\n(-1, 0) (2, 0)\n", (2, 1), "two endpoints of a colour"),
        "off the board": ("1 3 2\n(0, 0) (1, 2)\n", (2, 8), "(1, 2) off the board 3 x 2 from 0"),
        "twice in a cell": ("2 3 2\n(0, 0) (2, 0)\n(1, 1) (2, 0)", (3, 8), "two endpoints (2, 0)"),
        "one cell": ("1 3 2\n(0, 0)\n", (2, 7), "two endpoints of a colour (3, 0) (4, 6)"),
        "three cells": ("1 3 2\n(0, 0) (1, 1) (2, 0)", (2, 15), "two endpoints of a colour"),
        "something else": ("1 3 2\n(0, 0) (1, 1) red", (2, 14), "two endpoints of a colour"),
        "one number": ("1 3 2\n(0, 0) (1)", (2, 7), "two endpoints of a colour"),
        "no cells": ("1 3 2\n(0, 0) (1, 1)\nred", (3, 1), "two endpoints of a colour"),
    },
    "link": {
        "another site": ("https://example.org/level", (1, 1), "not a link to a puzzle arukone/5/5"),
        "no name": (_link(""), (1, 1), "not a link to a puzzle"),
        "another query": (_link("id=7"), (1, 1), "not a link to a puzzle"),
        "another puzzle": (_link("nurikabe/5/5/aa"), (1, 21), "nurikabe arukone numlin slither"),
        "another puzzle without more": (_link("sudoku"), (1, 21), "sudoku another kind"),
        "no size": (_link("arukone"), (1, 28), "columns rows cells arukone/5/5"),
        "no rows": (_link("arukone/5"), (1, 28), "columns rows cells"),
        "no cells": (_link("arukone/5/5"), (1, 28), "columns rows cells"),
        "no cells but a slash": (_link("arukone/5/5/"), (1, 28), "columns rows cells"),
        "a size that is none": (_link("arukone/5/x/11"), (1, 28), "columns rows cells"),
        "too large": (_link("arukone/501/2/11"), (1, 29), "501 x 2 too large"),
        "too small": (_link("arukone/0/2/11"), (1, 29), "0 x 2 too small"),
        "uncovered cells": (_link("arukone/e/2/1/11"), (1, 29), "e uncovered"),
        "an unknown flag": (_link("arukone/x/2/1/11"), (1, 29), "x no meaning"),
        "an unknown flag of numlin": (_link("numlin/e/2/1/11"), (1, 28), "e no meaning"),
        "a number that is unknown": (_link("arukone/2/1/1."), (1, 34), ". not known"),
        "a letter that does not belong": (_link("arukone/2/1/1G"), (1, 34), "G belong"),
        "half a number": (_link("arukone/2/1/1-1"), (1, 34), "- belong"),
        "half a large number": (_link("arukone/2/1/1+11"), (1, 34), "+ belong"),
        "too few cells": (_link("arukone/2/2/11g"), (1, 36), "only 3 cells 2 x 2"),
        "too many cells": (_link("arukone/2/2/11g11"), (1, 37), "more 2 x 2"),
        "a run that is too long": (_link("arukone/2/2/11i"), (1, 35), "more 2 x 2"),
        "a number 0": (_link("arukone/2/1/00"), (1, 33), "0 count from 1"),
        "beyond the letters": (_link("arukone/2/1/-35-35"), (1, 33), "53 too large 52"),
        "percent signs before": (_link("arukone%2F2%2f1%2F%311G"), (1, 43), "G belong"),
        "a clue that does not belong": (_link("slither/2/2/a-"), (1, 34), "- belong 0 to 4"),
        "a clue of its own": (_link("slither/2/2/af"), (1, 34), "f belong 0 to 4"),
        "too few cells for clues": (_link("slither/2/2/a"), (1, 34), "only 3 cells 2 x 2"),
        "too many cells for clues": (_link("slither/2/2/aj"), (1, 34), "more 2 x 2"),
        "too many clues": (_link("slither/2/2/a33"), (1, 35), "more 2 x 2"),
        "a flag of slither": (_link("slither/x/2/2/a3"), (1, 29), "x no meaning"),
        "the second link": (f"{LINK_TEXT}\n\n?arukone/2/1/1x\n", (3, 15), "more 2 x 1"),
    },
    "pzprv3": {
        "nothing more": ("pzprv3/", (1, 8), "kind of puzzle arukone"),
        "another puzzle": (
            "pzprv3\nnurikabe\n5\n5\n",
            (2, 1),
            "nurikabe arukone, numlin, numberlink slither",
        ),
        "no rows": ("pzprv3/arukone//5", (1, 16), "number of rows"),
        "no columns": ("pzprv3/arukone/5/x", (1, 18), "number of columns missing?"),
        "nothing after the rows": ("pzprv3\nslither\n2\n", (4, 1), "number of columns missing?"),
        "too large": ("pzprv3/arukone/501/2/passallcell", (1, 20), "2 x 501 too large"),
        "uncovered cells": (_pzprv3("A A", cover="dontpassallcell/"), (1, 20), "uncovered"),
        "uncovered cells as before": (_pzprv3("A A", cover="allowempty/"), (1, 20), "uncovered"),
        "nothing about covering": (_pzprv3("A . A", cover=""), (1, 20), "passallcell"),
        "a letter that does not belong": (_pzprv3("A 7 A"), (1, 34), "7 belong"),
        "a number that does not belong": (
            _pzprv3("1 0 A", kind="numlin", cover=""),
            (1, 21),
            "0 belong",
        ),
        "a number that is unknown": (_pzprv3("A . -"), (1, 36), "- belong"),
        "a row too short": (_pzprv3("A A", ". . ."), (1, 35), "2 parts 3"),
        "a row too long": (_pzprv3("A . A A", ". . ."), (1, 38), "4 parts 3"),
        "a row missing": (_pzprv3("A . A"), (1, 37), "0 parts 3 missing?"),
        "a clue above 4": ("pzprv3/slither/1/2/5 ./", (1, 20), "5 belong"),
        "a shade that is none": ("pzprv3.1/slither/1/2/3 ./0 7/", (1, 28), "7 belong"),
        "a row of edges too short": ("pzprv3/slither/1/2/3 ./0 0/", (1, 27), "2 parts 3 missing?"),
        "a line that is none": (
            "\npzprv3\narukone\n1\n2\npassallcell\nA A\n2\n",
            (8, 1),
            "2 belong",
        ),
    },
    "string": {
        "no size": ("2:,0,1,2;0,1;2,3", (1, 1), "size 7:9+B"),
        "another mark": ("2+C,0,1,2;0,1;2,3", (1, 1), "size 7:9+B"),
        "too large": ("501,0,1,2;0,1;2,3", (1, 1), "501 x 501 too large"),
        "no zero": ("2,1,1,2;0,1;2,3", (1, 3), "1 is too large 0"),
        "no number": ("2,0,1,x;0,1;2,3", (1, 7), "a number"),
        "too few paths": ("2,0,1,2;0,1,3,2", (1, 7), "number of the paths 1 follow"),
        "a bridge off the board": ("2,0,1,2,4;0,1;2,3", (1, 9), "4 is too large 3"),
        "a bridge in a hole": ("2,0,1,2,3,3;0,1;2,3", (1, 9), "bridge row 2, column 2 not on"),
        "an end on a bridge": ("2,0,1,2,3;0,1;2,3", (1, 1), "endpoint row 2, column 2 bridge"),
        "a turn on a bridge": (
            "3+B,0,1,2,4,;0,3,6;1,2,5,4,7,8",
            (1, 20),
            "do not solve row 2, column 2 turns on a bridge",
        ),
        "a hole off the board": ("2,0,1,2,,3:4;0,1;2,3", (1, 12), "4 is too large 3"),
        "a wall that is none": ("2,0,1,2,,,0|3;0,1;2,3", (1, 11), "wall neighbouring 0|1"),
        "a wall beside a hole": ("2,0,1,1,,3,1|3;1,0,2", (1, 12), "wall not an edge"),
        "something more": ("2,0,1,2,,,,x;0,1;2,3", (1, 12), "x unknown"),
        "a path off the board": ("2,0,1,2;0,1;2,4", (1, 15), "4 is too large 3"),
        "a path that is none": ("2,0,1,2;0,1;2,x", (1, 15), "a number"),
        "an empty path": ("2,0,1,3;0,1;;2,3", (1, 13), "from one endpoint to another"),
        "a path of one cell": ("2,0,1,2;0,1;2", (1, 13), "from one endpoint to another"),
        "a ring": ("2,0,1,1;0,1,3,2,0", (1, 9), "from one endpoint to another"),
        "two paths in one end": ("2,0,1,2;0,1;1,3,2", (1, 13), "no other path ends"),
        "an end in a hole": (
            "2,0,1,2,,3;0,1;2,3",
            (1, 1),
            "endpoint row 2, column 2 not on",
        ),
        "a jump": ("2,0,1,2;0,3;1,2", (1, 9), "do not solve jumps"),
        "paths that meet": ("3:2,0,1,1;0,1,4,1,2", (1, 11), "do not solve Two paths meet"),
        "an uncovered cell": ("3:1,0,1,1;0,1\n", (1, 1), "do not solve No path covers"),
        "a header too short": ("2:1,0,1,1;0,1\n2:1,0;0,1", (2, 1), "size 0 number flows 2,0,1,2"),
        "the second line": ("2:1,0,1,1;0,1\n\n2:1,0,1,1;0,2\n", (3, 13), "2 is too large 1"),
    },
    "linked": {
        "no cells": ("WARPS\n", (1, 0), "no cells"),
        "too wide": (f"STANDARD\n{'.-' * 500}.\n", (2, 0), "501 x 1 too large"),
        "no cell": ("STANDARD\nA-?\n", (2, 3), "? is not a cell"),
        "a bridge of hexagons": ("HEX\nA-*\n", (2, 3), "no bridges"),
        "a mark that is none": ("STANDARD\nA+A\n", (2, 2), "+ is a link"),
        "a link to nothing": ("STANDARD\nA-A\n   |\nA-A\n", (3, 4), "links no two cells"),
        "a slanted link of squares": (
            "STANDARD\nA-A\n \\\nA-A\n",
            (3, 2),
            "links no two cells",
        ),
        "a warp to a hole": ("WARPS\n  A-\n  |\n.-A\n", (2, 4), "leads to no cell"),
        "a warp of one cell": ("WARPS\nA-\n|\nA\n", (2, 2), "with itself"),
        "a warp of hexagons": ("HEX\nA-A-\n", (2, 4), "links no two cells"),
        "columns that do not agree": (
            "HEX\nA-.-.\n \\|\\\n.-.-A\n",
            (3, 4),
            "slanted the other way",
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
