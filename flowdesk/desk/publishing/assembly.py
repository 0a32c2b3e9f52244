"""Assembly: puts data, scripts and styles of a page into one file that needs nothing else.

The scripts of ``assets/web`` are modules. In the page they are one script, so their names on the
outermost level have to differ. The page's policy allows this script and this style alone: nothing
else runs, whatever a title is.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from flowdesk.core.storage import shipped
from flowdesk.core.text import printable

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([a-z_]+\.js)";\n', re.MULTILINE)
_COMMENT = re.compile(r"^[ ]*(/\*\*((?!\*/)[\s\S])*\*/|//.*)\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=const|function|class)", re.MULTILINE)


_BODY = """<main id="page"></main>
<p id="says" class="heard" aria-live="polite"></p>
<noscript>This page needs JavaScript to be played.</noscript>
<script type="application/json" id="data">{data}</script>"""


def page_html(title: str, data: Mapping[str, object]) -> str:
    """Return a page to play: its title, and what it is made of (see ``assets/web/data.js``)."""
    plain = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return document_html(title, _BODY.replace("{data}", plain), script())


def document_html(title: str, body: str, code: str = "", style: str = "") -> str:
    """Return a page with a body; its policy lets nothing run but `code`."""
    style = style or _style()
    policy = (
        f"default-src 'none'; script-src {_source(code)}; style-src {_source(style)}; "
        "base-uri 'none'; form-action 'none'"
    )
    parts = {"policy": policy, "title": html.escape(printable(title)), "style": style}
    parts |= {"body": body, "script": f"<script>{code}</script>" if code else ""}
    frame = (_folder() / "page.html").read_text(encoding="utf-8")
    return re.sub(r"\{([a-z]+)\}", lambda name: parts[name[1]], frame)


@cache
def script() -> str:
    """Return all scripts as one, each after those that it imports."""
    folder = _folder()

    def with_imported(name: str, done: set[str]) -> Iterator[str]:
        if name in done:
            return
        done.add(name)
        text = (folder / name).read_text(encoding="utf-8")
        for other in _IMPORT.findall(text):
            yield from with_imported(other, done)
        yield _EXPORT.sub("", _IMPORT.sub("", _COMMENT.sub("", text))).strip()

    return '"use strict";\n(() => {\n' + "\n".join(with_imported("main.js", set())) + "\n})();\n"


@cache
def _style() -> str:
    return (_folder() / "style.css").read_text(encoding="utf-8")


def _folder() -> Path:
    return shipped("assets") / "web"


def _source(text: str) -> str:
    """Return the name of a script or style in a policy; that of none if it is empty."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'" if text else "'none'"
