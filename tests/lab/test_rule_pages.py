"""Pages about the rules, step by step, in HTML and LaTeX; and formulas as LaTeX."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from flowdesk.core.text import large
from flowdesk.lab.explore import explore, sizes
from flowdesk.lab.flow.rules import HELPERS, RULES
from flowdesk.lab.rule_pages import latex_formula, latex_text
from flowdesk.lab.rulebooks import RULE_BOOKS
from tests.cli.test_rules import GOOD
from tests.command_line import CommandLine
from tests.processes import run
from tests.samples import SMALL

CROSSED = "R.B\n...\nB.R\n"
#: All that HTML and LaTeX could take for something of theirs.
NASTY = r"""</title><b>&amp; 100% \evil{x} $5_2^n #1 ~ "q" 'r' `s` -- é"""

#: What pdflatex knows with amsmath and graphicx, of what pages may have.
COMMANDS = {
    *("land", "lor", "lnot", "to", "leftrightarrow", "neq", "cdot", "times", "text", "mathit"),
    *("documentclass", "usepackage", "setlength", "parindent", "parskip", "textwidth", "begin"),
    *("oddsidemargin", "textheight", "topmargin", "raggedright", "section", "bigskip", "end"),
    *("vspace", "includegraphics", "linewidth", "hfill", "textbf", "emph", "small", "item"),
    *("bullet", "quad", "par", "medskip", "textbackslash", "textasciitilde", "textasciicircum"),
}


@pytest.fixture(scope="session")
def pdflatex() -> str:
    """LaTeX, which is large: even where all tests must run nobody needs it."""
    return shutil.which("pdflatex") or pytest.skip("pdflatex is not installed")


def pages(folder: Path, *arguments: str, text: str = GOOD) -> tuple[str, str]:
    """The two pages that are written for a level."""
    (folder / "a.txt").write_text(text, encoding="utf-8")
    done = CommandLine(folder)("rules", "a.txt", "--steps", "steps", "--cell", "10", *arguments)
    assert done.returncode in (0, 1), done.stderr
    return tuple(
        (folder / "steps" / name).read_text("utf-8") for name in ("index.html", "rules.tex")
    )  # type: ignore[return-value]


class Reader(HTMLParser):
    """Collects the texts by the class or the name of the innermost element, and the pictures."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._open: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.pictures: list[str] = []
        self.feed(page)
        assert not self._open, "every element is closed"

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if tag == "img":
            self.pictures.append(given["src"] or "")
        elif tag != "meta":
            self._open.append(tag)
            self.texts.setdefault(given.get("class") or tag, []).append("")
            self._open[-1] = f"{tag} {given.get('class') or tag}"

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop().split()[0] == tag

    def handle_data(self, data: str) -> None:
        if self._open:
            self.texts[self._open[-1].split()[1]][-1] += data


def check_latex(text: str) -> None:
    """Check what would stop pdflatex: other characters, unknown commands, what is not closed."""
    assert text.isascii()
    commands = set(re.findall(r"\\([A-Za-z]+)", text))
    assert commands <= COMMANDS | {"c", "v", "u", "r", "H", "i", "ss"}
    plain = re.sub(r"%.*", "", text.replace("\\%", ""))
    plain = re.sub(r"\\[^A-Za-z]", "", plain)
    assert plain.count("$") % 2 == 0
    outside = "".join(plain.split("$")[::2])
    assert not set("_^&#") & set(outside)
    depth = 0
    for character in plain:
        depth += {"{": 1, "}": -1}.get(character, 0)
        assert depth >= 0
    assert depth == 0


def test_each_step_has_its_picture_words_formula_and_counts_in_the_order_that_is_given(
    tmp_path: Path,
) -> None:
    page, tex = pages(tmp_path, "--only", "10,1,2")
    read = Reader(page)
    assert read.pictures == ["01-rule-10.png", "02-rule-01.png", "03-rule-02.png"]
    assert all((tmp_path / "steps" / name).is_file() for name in read.pictures)
    shown = [RULES[9], RULES[0], RULES[1]]
    assert read.texts["h2"] == [f"Rule {rule.number}: {rule.name}" for rule in shown]
    assert read.texts["formula"] == [rule.formula for rule in (HELPERS, *shown)]
    assert all(rule.text in read.texts["p"] for rule in shown)
    assert all(text.startswith("Still wrong: ") for text in read.texts["answer"])
    size, found = sizes(SMALL, "corrected"), explore(SMALL, [1, 2, 10])
    new = size.of_rule[2].clauses
    expected = f"{found.variables:,} variables, {found.clauses:,} clauses ({new} new), 1 round."
    assert read.texts["counts"][-1] == expected
    check_latex(tex)
    for rule, name in zip(shown, read.pictures, strict=True):
        assert f"{{{name}}}" in tex
        assert latex_text(rule.text) in tex
        assert latex_formula(rule.formula) in tex
    assert latex_text(expected) in tex


@pytest.mark.parametrize("form", ["corrected", "published", "fast"])
def test_each_step_shows_its_answer_and_the_last_one_that_the_puzzle_is_solved(
    tmp_path: Path, form: str
) -> None:
    page, tex = pages(tmp_path, "--form", form)
    read = Reader(page)
    assert read.texts["answer"][-1] == "Solved."
    assert len({(tmp_path / "steps" / name).read_bytes() for name in read.pictures}) > 1
    check_latex(tex)


def test_where_there_is_no_answer_the_requirements_that_contradict_each_other_are_listed(
    tmp_path: Path,
) -> None:
    page, tex = pages(tmp_path, text=CROSSED)
    read = Reader(page)
    assert read.texts["answer"][-1] == "These rules contradict each other."
    assert any("must have exactly two arms (rule 2)." in text for text in read.texts["li"])
    assert read.pictures[-1].endswith("-contradiction.png")
    assert (tmp_path / "steps" / read.pictures[-1]).is_file()
    assert "must have exactly two arms (rule 2)." in tex
    check_latex(tex)


def test_titles_are_shown_as_they_are_and_cannot_break_a_page(tmp_path: Path) -> None:
    text = f"{GOOD}\ntitle: {NASTY}\nauthor: {NASTY}\n"
    page, tex = pages(tmp_path, "--only", "1", text=text)
    read = Reader(page)
    assert read.texts["h1"] == [NASTY]
    assert read.texts["title"] == [f"{NASTY}: rule by rule"]
    check_latex(tex)
    assert r"100\% \textbackslash{}evil\{x\} \$5\_2\textasciicircum{}n \#1" in tex
    assert r"-{}- \'{e}" in tex
    assert latex_text("中") == "?"
    assert latex_text(f" {large(10**28)}  left ") == r"1.0~$\times$~10\textasciicircum{}28 left"
    assert latex_formula("é(x) → 中") == r"\'{e}$(x) \to$ ?"


@pytest.mark.parametrize("form", ["corrected", "published", "fast"])
@pytest.mark.parametrize("kind", RULE_BOOKS)
def test_every_formula_is_latex(kind: str, form: str, tmp_path: Path) -> None:
    rules = RULE_BOOKS[kind].forms[form].rules
    done: subprocess.CompletedProcess[str] = CommandLine(tmp_path)(
        "rules", "--latex", "--kind", kind, "--form", form
    )
    assert (done.returncode, done.stderr) == (0, "")
    titles = re.findall(r"\\textbf{(\d+)\\quad (.*)}", done.stdout)
    assert titles == [(str(rule.number), latex_text(rule.name)) for rule in rules]
    check_latex(done.stdout)


def test_no_formula_is_wider_than_the_page(pdflatex: str, tmp_path: Path) -> None:
    line = CommandLine(tmp_path)
    formulas = "".join(
        "As in\n" + line("rules", "--latex", "--kind", kind, "--form", form).stdout
        for kind in RULE_BOOKS
        for form in ("corrected", "published", "fast")
    )
    page = f"\\begin{{document}}\n{formulas}\\end{{document}}\n"
    head = "\\documentclass{article}\n\\usepackage{amsmath}\n"
    for number, options in enumerate(("", "\\textwidth=9cm\n")):
        (tmp_path / f"{number}.tex").write_text(head + options + page)
        command = [pdflatex, "-interaction=batchmode", f"{number}.tex"]
        assert run(command, cwd=tmp_path, capture_output=True).returncode == 0
        assert "Overfull" not in (tmp_path / f"{number}.log").read_text("latin-1")


def test_the_pages_of_a_walk_are_not_wider_than_the_paper(pdflatex: str, tmp_path: Path) -> None:
    pages(tmp_path)
    command = [pdflatex, "-interaction=batchmode", "rules.tex"]
    assert run(command, cwd=tmp_path / "steps", capture_output=True).returncode == 0
    assert "Overfull" not in (tmp_path / "steps" / "rules.log").read_text("latin-1")


def test_formulas_are_mathematics_with_words_between() -> None:
    assert latex_formula("for every c: first(c), or r(c',c) for some c'") == (
        r"for every $c$: $\mathit{first}(c)$, or $r(c',c)$ for some $c'$"
    )
    assert latex_formula("P(left,c,r) ∧ ¬P(x+1,·,b) → z(c) ≠ z(c')") == (
        r"$P(\text{left},c,r) \land \lnot P(x+1,\cdot ,b) \to z(c) \neq z(c')$"
    )
    assert latex_formula("two (at an end: one) in every 2x2 block") == (
        r"two (at an end: one) in every $2\times 2$ block"
    )


def test_formulas_are_printed_without_a_file_and_only_those_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(GOOD)
    line = CommandLine(tmp_path)
    some = line("rules", "a.txt", "--latex", "--only", "1,2").stdout
    assert some == line("rules", "--latex", "--only", "1,2").stdout
    assert latex_formula(RULES[1].formula) in some.splitlines()
    assert some.count(r"\textbf") == 2
    without = line("rules")
    assert without.returncode == 2
    assert "needs a FILE" in without.stderr
    assert line("rules", "--latex", "--only", "13").returncode == 2
