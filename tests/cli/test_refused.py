"""What is refused, verb by verb, in a sentence, before anything is printed or written."""

from __future__ import annotations

import os
import shlex
from dataclasses import replace

from flowdesk.core.shape import Shape
from flowdesk.desk.pictures.picture import picture_bytes
from flowdesk.desk.pictures.style import Style
from flowdesk.formats.registry import JSON, MAP
from flowdesk.kinds.entry import Entry
from tests.command_line import GOOD, PACK, CommandLine
from tests.for_all import for_all
from tests.levels import hard_to_solve
from tests.samples import SMALL

FILES: dict[str, str | bytes] = {
    "a.txt": GOOD,
    "a.png": picture_bytes(SMALL, None, Style(cell=40), ".png"),
    "pack.txt": PACK,
    "map.txt": "A..A\n....\nB..B\n",
    "half.txt": "R..\n...\n",
    "short.txt": "R.R\n..\n",
    "wide.txt": "R" + "." * 22 + "R\n" + ("." * 24 + "\n") * 20,
    "row.txt": "." * 500 + "\n",
    "hard.txt": MAP.write([Entry(hard_to_solve())]),
    "loop.txt": "..3\n...\n",
    "large-loop.txt": "3" + "." * 20 + ("\n" + "." * 21) * 19,
    "model.txt": "1 0",
    "clues.txt": "3.2\n2.2\n..1\n",
    "crossed.txt": "R.G\n...\nG.R\n",
    "warp.json": JSON.write([Entry(replace(SMALL, shape=Shape(rows=frozenset([2]))))]),
    "plain.cnf": "p cnf 1 1\n1 0\n",
    "one.cnf": "c var 1 = P(1,2,R,t)\np cnf 1 1\n1 0\n",
}

#: A command, and words of what is said.
REFUSED = """
nosuchverb x | nosuchverb
solve | FILE
solve --jobs 0 a.txt | --jobs: it must be 1 or more
solve --jobs two a.txt | --jobs
solve --timeout -1 a.txt | --timeout: -1 is no number of seconds
solve --nonsense a.txt | --nonsense
solve --engine fast a.txt | There is no engine 'fast': there are sat, distance, cells, cdcl
solve '' | an argument is empty
check --timeout soon a.txt | --timeout
check a.txt --report box.txt | name it .html or .csv
check a.txt --report no/box.csv | cannot be written
render a.txt | -o
render a.txt -o out.jpg | out.jpg: pictures are written as .png
render a.txt -o out | out: pictures are written as .png
render a.txt -o no/folder/out.png | there is no folder
render a.txt -o empty.png | is a directory
render a.txt -o out.png --cell 0 | 4 to 1000
render a.txt -o out.png --cell 1e3 | --cell
render a.txt -o out.png --background red | #ffffff
render a.txt -o out.png --theme pink | pink
render row.txt -o out.png --cell 100 | too large
render short.txt -o out.png | short.txt, line 2, column 3
render pack.txt#1 -o b.png --answers | name it .pdf
render pack.txt#1 -o b.svg --per-page 2 | name it .pdf
render pack.txt#1 -o b.pdf --per-page 0 | 1 to 30
render pack.txt#1 -o b.pdf --page a0 | a0
render pack.txt#1 -o b.pdf --per-page 2 --solution | --answers puts the solutions
render pack.txt#1 -o b.pdf --answers --transparent | --transparent has no meaning
render pack.txt#1 -o b.pdf --answers --cell 48 | --cell has no meaning for a booklet
render pack.txt#1 -o b.png --page a4 | --page has no meaning for a .png picture
render pack.txt#1 -o b.svg --seconds 3 | --seconds has no meaning
render pack.txt#1 -o b.gif --title Mine | --title has no meaning
render half.txt -o out.png --solution | Red (R) has one endpoint
render a.txt -o pictures/ --answers | make a booklet: name it .pdf
render a.txt -o pictures/ --seconds 3 | --seconds has no meaning for a .png picture
render a.txt -o a.png --suffix .svg | --suffix is for a folder of pictures
render a.txt -o a.txt/ | cannot be made
render clues.txt -o a.png --kind flow | this is a Slitherlink puzzle, and --kind asks for Flow
publish empty.png -o page.html | There is no puzzle to publish.
results empty.png | empty.png: there is no puzzle in this pack.
convert a.txt | -o
convert clues.txt -o a.json --kind flow | this is a Slitherlink puzzle, and --kind asks for Flow
convert pack.txt -o out.json --format link | the format link is for files that end in .txt.
convert pack.txt -o out.txt --format map | the format map holds one puzzle, not 3.
convert pack.txt -o - --format map | the format map holds one puzzle, not 3.
convert pack.txt -o out.txt --format coordinates | invalid choice: 'coordinates'
convert pack.txt -o out.txt --format chess | invalid choice: 'chess'
generate | the size is missing
generate 5 | is no size
generate 5x5 --colors 9 | At most 8 colours fit
generate 8x8 --colors 1 | at least 2 colours: a single path would have to touch itself.
generate 5x5 --colors many | is no number of colours
generate 5x5 --count 0 | is no number from 1
generate 5x5 --seed -1 | --seed
generate 5x5 --difficulty nasty | invalid choice: 'nasty'
generate 600x2 | too large
generate 5x5 -o nowhere/pack.txt | there is no folder
generate 5x5 -o pack.png | cannot be written as .png
generate 100x100 | more than 62 colours, which a map cannot hold
generate 5x5 --mask nothing.txt | there is no such file
generate 4x3 --clues 5 | --clues is an option of Slitherlink: Flow puzzles do not have it.
generate 4x3 --kind slitherlink --needs edge | Slitherlink puzzles have no --needs edge
generate 4x3 --kind slitherlink --symmetry quarter | A quarter turn takes as many rows as columns
generate 4x3 --kind slitherlink --clues some | 'some' is no number of clues
generate 4x3 --kind sudoku | invalid choice: 'sudoku'
generate 4x3 --kind slitherlink --colors 3 | --colors is an option of Flow: Slitherlink
generate 4x3 --kind slitherlink --non-touching | --non-touching is an option of Flow
generate 4x3 --kind slitherlink --mask map.txt | map.txt is no Slitherlink puzzle
generate 4x3 --kind slitherlink --difficulty nasty | invalid choice: 'nasty'
generate --like a.txt --mask a.txt | leave out --mask
generate --like a.txt --shape ring | --like and --shape each name a shape
generate --like a.txt --kind slitherlink | leave out --kind
generate 7x7 --like a.txt | is 5x5: leave out the size
generate 7x7 --keep paths | name one
generate 7x7 --shape star | invalid choice: 'star'
generate 4x7 --shape ring | The shape 'ring' takes 5 rows and columns or more.
generate 7x7 --needs suppose --no-supposing | needs suppositions
improve a.txt | --to
improve a.txt --to nice | cannot become 'nice': choose one of harder, easier, fewer-colours
improve a.txt --to 60-40 | ends before it begins
improve crossed.txt --to harder | It has no solution: mend it first.
scan | name a picture
scan a.png -o a.xyz | cannot be written as .xyz
scan a.png -o no/a.txt | there is no folder
scan a.png -o '' | -o needs the name
scan a.png --every 2 | --every needs --screen
scan a.png --screen | --screen reads the screen
scan --screen --every 0 | must be more than 0
scan https://example.org/a.png | Save the picture first
scan a.png --corners 500,500 600,500 600,600 500,600 --size 5x5 | outside the picture, which has 201
scan a.png --corners 1,1 1,1 1,1 1,1 --size 5x5 | do not go round a board
scan a.png --corners x x x x --size 5x5 | is no corner
scan a.png --size 5x5 | belong together
scan a.png b.png --corners 1,1 1,1 1,1 1,1 --size 5x5 | those of one picture
scan '' | an argument is empty
scan empty.png | there is no picture in this folder
rules a.txt --only 13 | There is no rule 13: use 1 to 12.
rules a.txt --without 0 | There is no rule 0
rules a.txt --only 6 --form fast | There is no rule 6: use 1 to 5.
rules a.txt --only one | no list of rules
rules a.txt --only 1 --without 2 | not allowed with
rules a.txt --form slow | slow
rules a.txt --steps /dev/null/a | cannot be made
rules a.txt --steps '' | --steps needs the name of a folder
rules a.txt --latex --steps steps | leave out --steps
rules a.txt --encodings --only 1 | leave out --only
rules a.txt --encodings --steps x | leave out --steps
rules a.txt --encodings --plot a.svg | charts are written as .png
rules a.txt --plot b.png | --plot draws a chart of --encodings
rules half.txt | Red (R) has one endpoint
rules wide.txt | up to 400. --form fast
rules hard.txt --encodings | 784 cells; the classic rules can be explored up to 400
rules loop.txt --only 6 | There is no rule 6: use 0 to 5.
rules loop.txt --only 0 --form fast | There is no rule 0: use 1 to 3.
rules large-loop.txt | 420 cells; the classic rules can be explored up to 400. --form fast
rules clues.txt --kind flow | this is a Slitherlink puzzle, and --kind asks for Flow
bench clues.txt --kind flow | this is a Slitherlink puzzle, and --kind asks for Flow
bench a.txt --engines sat,fast | There is no engine 'fast': there are sat, distance, cells, cdcl
bench a.txt --runs 0 | --runs
bench a.txt --plot a.svg | charts are written as .png
bench a.txt --plot a.bmp | a.bmp
bench none.txt | there is no such file
bench half.txt --engines sat | Red (R) has one endpoint
bench a.txt --csv no/folder/o.csv | there is no folder
cnf half.txt -o a.cnf | Red (R) has one endpoint
cnf row.txt -o a.cnf | no endpoints yet
cnf clues.txt -o a.cnf --kind flow | this is a Slitherlink puzzle, and --kind asks for Flow
cnf a.txt -o a.cnf --another --lazy | leave out --form and --lazy
cnf a.txt -o a.cnf --proof a.cnf | need two files
cnf a.txt -o a.cnf --proof no/such/a.drat | no/such
cnf a.txt -o - --only 1 | of a --form
cnf a.txt -o - --form corrected --lazy | --lazy is for
cnf a.txt -o - --form corrected --only 13 | There is no rule 13
cnf a.txt -o - --form fast --only 1 --without 2 | not allowed with
decode a.txt model.txt --only 1 | of a --form
decode a.txt model.txt --form corrected --lazy | --lazy is for
decode a.txt model.txt --form corrected --only 13 | There is no rule 13
decode a.txt model.txt --form fast --only 1 --without 2 | not allowed with
check-cnf - - | Only one of FILE and FORMULA can be standard input.
check-cnf a.txt empty.png | empty.png: there is no formula (.cnf or .dimacs) in this folder or
check-cnf a.txt none.cnf | none.cnf
check-cnf a.txt plain.cnf | plain.cnf: no variable has a meaning. A comment says
check-cnf a.txt one.cnf | one.cnf: no variable says anything of row 1, column 4 and
check-cnf warp.json one.cnf | warp.json: The rules that can be explored are for boards of
check-cnf half.txt one.cnf | half.txt
play none.txt | none.txt: there is no such file.
play half.txt | half.txt:
play half.txt --size 9x9 | half.txt:
play a.txt | needs a terminal
play a.txt --size 9x9 | no level of 9x9
play --size 3x3 --seed 1 | needs a terminal
play --size 0x3 | too small
play --size ten | is no size
"""


@for_all("case", REFUSED.strip().splitlines())
def test_it_is_refused(flowdesk: CommandLine, case: str) -> None:
    command, _, words = case.partition(" | ")
    arguments = shlex.split(command)
    for name in FILES.keys() & {argument.partition("#")[0] for argument in arguments}:
        flowdesk.file(name, FILES[name])
    (flowdesk.folder / "empty.png").mkdir(exist_ok=True)
    before = sorted(os.listdir(flowdesk.folder))
    done = flowdesk(*arguments)
    assert done.returncode == 2
    assert not done.stdout or arguments[0] == "bench", "which prints the head of its table first"
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert " _" not in done.stderr, "a name from the program's inside"
    assert sorted(os.listdir(flowdesk.folder)) == before
