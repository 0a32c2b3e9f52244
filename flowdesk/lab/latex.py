"""Write text and the formulas of rules as LaTeX, in ASCII, for plain pdflatex with amsmath."""

from __future__ import annotations

import re
import unicodedata

from flowdesk.draw.lettering import printable

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
    found = "".join(map(_letter, " ".join(printable(text).split())))
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
