"""Pages about a walk through the rules of a puzzle, step by step: one in HTML, one in LaTeX."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from flowdesk.core.grid import Cell, by_row
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import counted
from flowdesk.draw.lettering import printable
from flowdesk.kinds.answers import SolveStatus
from flowdesk.kinds.table import kind_of
from flowdesk.lab.exploration import Exploration
from flowdesk.lab.explore import ClashingRules, Explored, Sizes
from flowdesk.lab.formula import DEFINITIONS
from flowdesk.lab.rule_questions import Another, Why
from flowdesk.lab.rule_text import headline, named, requirement
from flowdesk.lab.rulebook import Rule, RuleForm
from flowdesk.lab.rulebooks import book_of


@dataclass(frozen=True)
class RuleStep:
    """A rule that was turned on, and the answer to it and those before it.

    `another` is another answer to the same rules if the first one is a solution; `why` is the
    reason, and `parts` the contradiction, if there is no answer; None if they are not known.
    `picture` is the name of a file beside the page; empty if there is none.
    """

    rule: Rule
    found: Explored
    picture: str = ""
    another: Explored | None = None
    why: Why | None = None
    parts: ClashingRules | None = None

    @property
    def marked(self) -> tuple[Cell, ...]:
        """The cells of the contradiction, or else of the reason."""
        if self.parts:
            return by_row({cell for _, cells in self.parts.parts for cell in cells})
        return self.why.finding.cells if self.why else ()


@dataclass(frozen=True)
class Walk:
    """The steps from the first rule on; `name` is what the puzzle is called if it has no title."""

    puzzle: Puzzle
    name: str
    form: str
    steps: Sequence[RuleStep]
    sizes: Sizes | None = None

    @property
    def title(self) -> str:
        """The heading of the pages."""
        title = " ".join(self.puzzle.about.get("title", "").split())
        return printable(title or self.name)

    @property
    def about(self) -> str:
        """What the walk is about, in a line."""
        kind = kind_of(self.puzzle)
        author = " ".join(self.puzzle.about.get("author", "").split())
        parts = [kind.name, kind.words.size_text(self.puzzle), f"{self._form.name} rules"]
        return printable(", ".join([*parts, *([f"by {author}"] if author else [])]))

    @property
    def letters(self) -> str:
        """What the letters in the formulas mean."""
        return self._form.letters

    @property
    def before(self) -> str:
        """What there is before the first rule; empty if nothing."""
        size = self.sizes.of_rule.get(DEFINITIONS) if self.sizes else None
        helpers = self._form.helpers
        if size is None or helpers is None:
            return ""
        return f"{helpers.name}. {helpers.text} These are {size.clauses:,} clauses."

    @property
    def definitions(self) -> str:
        """The formula of the definitions; empty if there are none."""
        return self._form.helpers.formula if self.before and self._form.helpers else ""

    @property
    def _form(self) -> RuleForm:
        return book_of(self.puzzle).forms[self.form]

    def sentence(self, step: RuleStep) -> str:
        """Return what the answer to a step is like."""
        if step.found.status is SolveStatus.UNKNOWN:
            return "Not known: the time limit was reached."
        is_known = step.another and step.another.status is not SolveStatus.UNKNOWN
        book = book_of(self.puzzle)
        state = Exploration(
            self.form,
            frozenset(step.found.rules),
            step.found,
            another=Another(step.another) if step.another and is_known else None,
            strict=book.is_strict(self.puzzle),
            book=book,
        )
        if not is_known and is_solution(self.puzzle, step.found):
            return "Solved."
        return headline(state)[0]

    def counts(self, step: RuleStep) -> str:
        """Return the size of the formula up to a step, and what the rule adds to it."""
        found = step.found
        if found.status is SolveStatus.UNKNOWN:
            return ""
        number = [each.rule.number for each in self.steps].index(step.rule.number)
        rules = [each.rule.number for each in self.steps[: number + 1]]
        parts = []
        if self.form == "fast":
            before = self.steps[number - 1].found.clauses if number else 0
            change = found.clauses - before
            parts.append(f"{abs(change):,} {'more' if change >= 0 else 'fewer'} than before")
        elif self.sizes:
            of_rule = {n: size.clauses for n, size in self.sizes.of_rule.items()}
            stated = of_rule.get(DEFINITIONS, 0) + sum(of_rule.get(rule, 0) for rule in rules)
            parts.append(f"{of_rule.get(step.rule.number, 0):,} new")
            if found.clauses > stated:
                parts.append(f"{found.clauses - stated:,} added between the rounds")
        note = f" ({', '.join(parts)})" if parts else ""
        rounds = counted(found.rounds, "round")
        return f"{found.variables:,} variables, {found.clauses:,} clauses{note}, {rounds}"

    def reasons(self, step: RuleStep) -> tuple[list[str], list[str]]:
        """Return why there is no answer to a step: sentences, and the requirements, if known."""
        texts = [step.why.finding.message] if step.why else []
        if step.parts is None:
            return texts, []
        rest = "none of them can be left out" if step.parts.smallest else "some may not be needed"
        texts.append(f"These requirements contradict each other; {rest}:")
        book = book_of(self.puzzle)
        return texts, [requirement(book, number, cells) for number, cells in step.parts.parts]


def is_solution(puzzle: Puzzle, found: Explored) -> bool:
    """Whether the answer to some rules breaks none that the puzzle needs."""
    needed = book_of(puzzle).needed(puzzle)
    return found.answer is not None and all(each.rule not in needed for each in found.broken)


# HTML

_STYLE = """
:root { color-scheme: light dark; --faint: #5f5f5f; --rule: #0067c0; --line: #d8d8d8; }
@media (prefers-color-scheme: dark) {
  :root { --faint: #a8a8a8; --rule: #6cc4ff; --line: #444; }
}
body { font: 17px/1.5 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; max-width: 60rem;
  margin: 2rem auto; padding: 0 1.2rem; }
h1 { margin-bottom: 0; }
h2 { margin: 0 0 .4rem; font-size: 1.25rem; }
section { display: grid; grid-template-columns: minmax(12rem, 20rem) 1fr; gap: 1.5rem;
  padding: 1.5rem 0; border-top: 1px solid var(--line); }
img { max-width: 100%; border-radius: 4px; }
.faint, .counts { color: var(--faint); }
.formula { color: var(--rule); font-family: Cambria, "STIX Two Text", "DejaVu Serif", serif;
  overflow-wrap: anywhere; }
.answer { font-weight: 600; }
p { margin: 0 0 .6rem; }
@media (max-width: 40rem) { section { grid-template-columns: 1fr; } }
@media print {
  body { font-size: 11pt; margin: 0; max-width: none; }
  section { break-inside: avoid; grid-template-columns: 6cm 1fr; }
}
"""


def html(walk: Walk) -> str:
    """Return the page in HTML; it needs no other files than the pictures."""
    title = _text(walk.title)
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        '<head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}: rule by rule</title>",
        f"<style>{_STYLE}</style></head>",
        "<body>",
        f"<h1>{title}</h1>",
        f'<p class="faint">{_text(walk.about)}</p>',
        f'<p class="faint">{_text(walk.letters)}</p>',
    ]
    if walk.before:
        lines.append(f'<p class="faint">{_text(walk.before)}</p>')
        lines.append(f'<p class="formula">{_text(walk.definitions)}</p>')
    for number, step in enumerate(walk.steps, 1):
        lines += _section(walk, number, step)
    return "\n".join([*lines, "</body>", "</html>", ""])


def _section(walk: Walk, number: int, step: RuleStep) -> list[str]:
    rule, sentence = step.rule, walk.sentence(step)
    picture = f'<img src="{escape(step.picture)}" alt="{escape(sentence)}">' if step.picture else ""
    lines = [
        f'<section id="step-{number}">',
        f"<div>{picture}</div>",
        "<div>",
        f"<h2>{_text(_heading(rule))}</h2>",
        f"<p>{_text(rule.text)}</p>",
        f'<p class="formula">{_text(rule.formula)}</p>',
        f'<p class="answer">{_text(sentence)}</p>',
    ]
    texts, reasons = walk.reasons(step)
    lines += [f"<p>{_text(text)}</p>" for text in texts]
    if reasons:
        lines += ["<ul>", *(f"<li>{_text(each)}</li>" for each in reasons), "</ul>"]
    if counts := walk.counts(step):
        lines.append(f'<p class="counts">{_text(counts)}.</p>')
    return [*lines, "</div>", "</section>"]


def _text(text: str) -> str:
    return escape(text, quote=False)


def _heading(rule: Rule) -> str:
    optional = " (optional)" if rule.optional else ""
    return f"{named([rule.number], 'Rule')}: {rule.name}{optional}"


# LaTeX

_HEAD = r"""% Written by FlowDesk; pdflatex in this folder makes a PDF of it.
\documentclass[a4paper]{article}
\usepackage{amsmath}
\usepackage{graphicx}
\setlength{\parindent}{0pt}
\setlength{\parskip}{1ex}
\setlength{\textwidth}{160mm}
\setlength{\oddsidemargin}{0mm}
\setlength{\textheight}{240mm}
\setlength{\topmargin}{-15mm}
\begin{document}
\raggedright"""


def latex(walk: Walk) -> str:
    """Return the page in LaTeX, which needs graphicx and amsmath, and the pictures."""
    lines = [
        _HEAD,
        f"\\section*{{{latex_text(walk.title)}}}",
        latex_text(walk.about),
        "",
        latex_text(walk.letters),
        "",
    ]
    if walk.before:
        lines += [latex_text(walk.before), "", latex_formula(walk.definitions), ""]
    for step in walk.steps:
        lines += _part(walk, step)
    return "\n".join([*lines, "\\end{document}", ""])


def _part(walk: Walk, step: RuleStep) -> list[str]:
    """Return a step: the picture on the left, the words on the right."""
    picture = f"\\includegraphics[width=\\linewidth]{{{step.picture}}}" if step.picture else ""
    lines = [
        "\\bigskip",
        "\\begin{minipage}[t]{0.34\\textwidth}\\vspace{0pt}",
        f"{picture}%",
        "\\end{minipage}\\hfill",
        "\\begin{minipage}[t]{0.62\\textwidth}\\vspace{0pt}\\raggedright\\parskip=1ex",
        f"\\textbf{{{latex_text(_heading(step.rule))}}}",
        "",
        latex_text(step.rule.text),
        "",
        latex_formula(step.rule.formula),
        "",
        f"\\emph{{{latex_text(walk.sentence(step))}}}",
        "",
    ]
    texts, reasons = walk.reasons(step)
    for text in texts:
        lines += [latex_text(text), ""]
    if reasons:
        items = (f"\\item[$\\bullet$] {latex_text(each)}" for each in reasons)
        lines += ["\\begin{itemize}", *items, "\\end{itemize}"]
    if counts := walk.counts(step):
        lines += [f"\\small {latex_text(counts)}."]
    return [*lines, "\\end{minipage}", ""]


_SPECIAL = {
    **{c: f"\\{c}" for c in "{}$&#%_"},
    **{"\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}"},
    **{"<": "$<$", ">": "$>$", "|": "$|$", '"': "''", "`": "\\`{}"},
    **{"“": "``", "”": "''", "‘": "`", "’": "'", "„": ",,", "…": "\\dots{}", "\xa0": "~"},
    **{"–": "--", "—": "---", "‐": "-", "−": "$-$", "°": "$^\\circ$", "€": "EUR"},
    **{"ß": "\\ss{}", "æ": "\\ae{}", "Æ": "\\AE{}", "œ": "\\oe{}", "Œ": "\\OE{}"},
    **{"ø": "\\o{}", "Ø": "\\O{}", "ł": "\\l{}", "Ł": "\\L{}", "ı": "\\i{}"},
}
#: Combining characters as commands.
_ACCENTS = {
    **{"\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0308": '"', "\u0304": "="},
    **{"\u0307": ".", "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0306": "u", "\u0327": "c"},
}
#: The symbols of formulas; those that stand between two terms.
_BETWEEN = {
    **{"∧": "\\land", "∨": "\\lor", "→": "\\to", "↔": "\\leftrightarrow", "≠": "\\neq"},
    **{"≤": "\\leq", "≥": "\\geq", "∈": "\\in", "=": "=", "<": "<", ">": ">"},
    **{"×": "\\times", "⊕": "\\oplus", "+": "+"},
}
_SYMBOLS = {**_BETWEEN, "¬": "\\lnot", "·": "\\cdot"}

_TOKEN = re.compile(r"\s+|\d+x\d+|\d+|[^\W\d_]+'*|.", re.DOTALL)
#: A cell in parentheses, as opposed to words.
_CELL = re.compile(r"\([^\W\d_]'*(,[^\W\d_]'*)*\)")


def latex_text(text: str) -> str:
    """Return a text as LaTeX; what its usual fonts lack becomes a question mark."""
    found = "".join(map(_letter, re.sub(" +", " ", printable(text).strip(" "))))
    return re.sub("-(?=-)", "-{}", found) if "--" in text else found


def _letter(character: str) -> str:
    if character in _SPECIAL:
        return _SPECIAL[character]
    if character in _SYMBOLS:
        return f"${_SYMBOLS[character]}$"
    if character.isascii():
        return character
    parts = unicodedata.normalize("NFD", character)
    base, accent = parts[0], _ACCENTS.get(parts[1:])
    return f"\\{accent}{{{base}}}" if accent and base.isascii() and base.isalpha() else "?"


def latex_formula(text: str) -> str:
    """Return the formula of a rule as LaTeX: words, and between dollars what is no word.

    A formula is text like ``for every c: first(c), or r(c',c) for some c'``: single letters are
    variables, and what stands before a parenthesis is a function.
    """
    pieces: list[tuple[bool, str]] = []  # whether it is mathematics
    depth = 0
    before = ""
    for match in _TOKEN.finditer(text):
        token, after = match[0], text[match.end() : match.end() + 1]
        name = token.rstrip("'")
        if token.isspace():
            if depth and (before in _SYMBOLS or after in _SYMBOLS):
                continue
            piece = "\\ " if depth else " "
            is_math = depth > 0
        elif name.isascii() and name.isalpha() and (len(name) == 1 or after == "("):
            piece = (name if len(name) == 1 else f"\\mathit{{{name}}}") + token[len(name) :]
            is_math = True
        elif name.isalpha():
            piece = f"\\text{{{latex_text(token)}}}" if depth else latex_text(token)
            is_math = depth > 0
        elif token[0].isdigit() or token in _SYMBOLS:
            piece = _SYMBOLS.get(token) or token.replace("x", "\\times ")
            is_math = True
        elif depth or (token == "(" and (before[:1].isalpha() or _CELL.match(text, match.start()))):
            depth += {"(": 1, ")": -1}.get(token, 0)
            piece = token if token in "(),;:/." else f"\\text{{{latex_text(token)}}}"
            is_math = True
        else:
            piece = latex_text(token)
            is_math = False
        pieces.append((is_math, piece))
        before = token
    return _joined(pieces)


def _joined(pieces: list[tuple[bool, str]]) -> str:
    """Put neighbouring pieces of mathematics between the same dollars, across blanks at symbols."""
    found: list[tuple[bool, str]] = []
    for number, (is_math, piece) in enumerate(pieces):
        following = pieces[number + 1] if number + 1 < len(pieces) else (False, "")
        if piece == " " and found and found[-1][0] and following[0]:
            last = found[-1][1]
            between = tuple(_BETWEEN.values())
            if last.endswith(between) or following[1] in between:
                continue
        if found and found[-1][0] == is_math:
            gap = " " if is_math and re.search(r"\\[a-z]+$", found[-1][1]) else ""
            before = " " if piece in _BETWEEN.values() and piece.startswith("\\") else ""
            found[-1] = is_math, found[-1][1] + (gap or before) + piece
        else:
            found.append((is_math, piece))
    return "".join(f"${text}$" if is_math else text for is_math, text in found)
