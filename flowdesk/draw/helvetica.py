"""Helvetica, which every PDF viewer has: the widths of its letters, from Adobe's metrics."""

from __future__ import annotations

#: Widths in thousandths of the size, and the characters that have them; all others of code page
#: 1252 have `_USUAL`.
_USUAL = 556
_REGULAR = {
    191: "'",
    222: "ijl‘’‚",
    260: "|¦",
    278: " !,./:;I[\\]ft·ÌÍÎÏìíîï\u00a0",
    333: "()-`r¡¨¯´¸¹²³‹›“”„ˆ˜\u00ad",
    334: "{}",
    350: "•",
    355: '"',
    365: "º",
    370: "ª",
    389: "*",
    400: "°",
    469: "^",
    500: "Jcksvxyzçýÿšž",
    537: "¶",
    584: "+<=>~¬±×÷",
    611: "FTZ¿ßøŽ",
    667: "&ABEKPSVXYÀÁÂÃÄÅÈÉÊËÝÞŠŸ",
    722: "CDHNRUwÇÐÑÙÚÛÜ",
    737: "©®",
    778: "GOQÒÓÔÕÖØ",
    833: "Mm",
    834: "¼½¾",
    889: "%æ",
    944: "Wœ",
    1000: "—…‰™ÆŒ",
    1015: "@",
}
_BOLD = {
    238: "'",
    278: " ,./I\\ijl·‘’‚ÌÍÎÏìíîï\u00a0",
    280: "|¦",
    333: "!()-:;[]`ft¡¨¯´¸¹²³‹›ˆ˜\u00ad",
    350: "•",
    365: "º",
    370: "ª",
    389: "*r{}",
    400: "°",
    474: '"',
    500: "z“”„ž",
    584: "+<=>^~¬±×÷",
    611: "?FLTZbdghnopquµ¿ßðñòóôõöøùúûüþŽ",
    667: "EPSVXYÈÉÊËÝÞŠŸ",
    722: "&ABCDHKNRUÀÁÂÃÄÅÇÐÑÙÚÛÜ",
    737: "©®",
    778: "GOQwÒÓÔÕÖØ",
    833: "M",
    834: "¼½¾",
    889: "%mæ",
    944: "Wœ",
    975: "@",
    1000: "—…‰™ÆŒ",
}
_WIDTHS = [
    {character: width for width, characters in table.items() for character in characters}
    for table in (_REGULAR, _BOLD)
]


def encoded(text: str) -> bytes | None:
    """Return a text in the encoding of the standard fonts, or None if they lack a character."""
    try:
        return text.encode("cp1252")
    except UnicodeEncodeError:
        return None


def width(text: str, *, bold: bool = False) -> float:
    """Return the width of a text that can be encoded, in sizes of the font."""
    widths = _WIDTHS[bold]
    return sum(widths.get(character, _USUAL) for character in text) / 1000
