"""The pages of the guide: what they are made of, and that all shipped ones are read whole."""

from __future__ import annotations

import pytest

from flowdesk.app.dialogs.help import PAGES, Block, Phrase, blocks, page
from flowdesk.core.storage import shipped


def test_a_page_is_a_list_of_blocks() -> None:
    text = """# Title

Some **bold** words
and `code`.

* one [link](a.md)
* two

| key | meaning |
|---|---|
| F1 | a hint |

    make run

![a board](guide/a.png)
"""
    kinds = [block.kind for block in blocks(text)]
    assert kinds == ["title", "text", "item", "item", "head", "row", "code", "picture"]
    assert [words for words in blocks(text)[1].words if words.text] == [
        Phrase("Some "),
        Phrase("bold", "bold"),
        Phrase(" words and "),
        Phrase("code", "code"),
        Phrase("."),
    ]
    assert Phrase("link", "link", "a.md") in blocks(text)[2].words
    assert blocks(text)[-1] == Block("picture", (Phrase("a board", "", "guide/a.png"),))


@pytest.mark.parametrize("name", PAGES)
def test_a_shipped_page_is_read_whole_and_its_pictures_are_there(name: str) -> None:
    found = page(name)
    assert found[0].kind == "title"
    for block in found:
        for words in block.words:
            assert block.kind == "code" or not any(mark in words.text for mark in ("**", "](", "|"))
            assert block.kind != "picture" or (shipped("docs") / words.target).is_file()
