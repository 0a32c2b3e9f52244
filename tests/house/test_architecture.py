"""The rules of the architecture: which room may import which."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from flowdesk.kinds.table import KINDS
from tests.file_list import PACKAGE, PAGE, first_line, page

_MODELS = {"core", "sat", "draw", "kinds", "scan", "formats"}
_PROGRAM = {*_MODELS, "desk", "lab", "__init__", "doctor"}

#: What each room may import of ours. The files at the top of the package are rooms of their own.
MAY_IMPORT = {
    "core": {"core"},
    "sat": {"sat", "core"},
    "draw": {"draw", "core"},
    "kinds": {"kinds", "core", "sat", "draw.scene"},
    "scan": {"scan", "core"},
    "formats": {"formats", "core", "kinds", "scan"},
    "desk": {"desk", *_MODELS},
    "lab": {"lab", "desk", *_MODELS},
    "cli": {"cli", *_PROGRAM},
    "app": {"app", *_PROGRAM},
    "__init__": {"kinds", "formats", "desk"},
    "__main__": {"cli", "app"},
    "doctor": set(),
}

#: Packages of others, and the only places that may import them.
OTHERS = {
    "pycosat": {"sat.backend"},
    "pysat": {"sat.backend"},
    "pysolvers": set(),
    "dask": {"desk.work.cluster"},
    "distributed": {"desk.work.cluster"},
    "PIL": {"draw", "scan", "app"},
    "tkinter": {"app"},
    "sv_ttk": {"app.sun_valley"},
    "tkinterdnd2": {"app.incoming"},
}

FILES = sorted(PACKAGE.rglob("*.py"))


def module_name(path: Path) -> str:
    """The name of a file's module within the package: ``core.grid``, ``__init__``."""
    parts = list(path.relative_to(PACKAGE).with_suffix("").parts)
    if parts[-1] == "__init__" and len(parts) > 1:
        parts.pop()
    return ".".join(parts)


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Every module that a file imports, wherever in the file."""
    return tuple(_imports(_statements([_tree(path)]), path))


def _statements(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All statements within others: no expression has any."""
    for node in nodes:
        yield node
        inner = (each for each in ast.iter_child_nodes(node) if not isinstance(each, ast.expr))
        yield from _statements(inner)


@cache
def imports_at_the_top(path: Path) -> tuple[str, ...]:
    """Every module that a file imports outside of functions and conditions."""
    return tuple(_imports(_tree(path).body, path))


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _imports(nodes: Iterable[ast.AST], path: Path) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            module = node.module or ""
            if module == "flowdesk":
                for alias in node.names:
                    is_room = (PACKAGE / alias.name).is_dir()
                    yield f"flowdesk.{alias.name}" if is_room else "flowdesk.__init__"
            else:
                yield module
                yield from (f"{module}.{alias.name}" for alias in node.names)


def is_within(name: str, places: set[str]) -> bool:
    """Whether a module is one of the places or lies below one."""
    return any(name == place or name.startswith(f"{place}.") for place in places)


def may_import(name: str, imported: str) -> bool:
    """Whether a module of ours may import another one, whoever made it."""
    top, _, ours = imported.partition(".")
    if top == "flowdesk":
        allowed = MAY_IMPORT[name.split(".")[0]]
        # A room's package is empty: importing it brings nothing.
        is_package = any(place.startswith(f"{ours}.") for place in allowed)
        return not ours or is_within(ours, allowed) or is_package
    if top in OTHERS:
        return is_within(name, OTHERS[top])
    return top == "__future__" or top in sys.stdlib_module_names


def test_rooms_import_only_those_below_and_packages_of_others_only_where_these_belong() -> None:
    names = {path: module_name(path) for path in FILES}
    found = [
        f"{name} must not import {imported}"
        for path, name in names.items()
        for imported in imports(path)
        if not may_import(name, imported)
    ]
    assert found == []


def loaded_with(name: str) -> set[str]:
    """The modules that are imported with one of ours, as far as no function imports them."""
    files = {f"flowdesk.{module_name(path)}": path for path in FILES}
    found, left = set[str](), {name}
    while left:
        found |= left
        ours = [files[each] for each in left & files.keys()]
        left = {name for path in ours for name in imports_at_the_top(path)}
        left -= found
    return found


def test_verbs_that_draw_nothing_start_without_what_takes_time_to_import() -> None:
    for verb in ("solve", "check", "generate", "convert", "play"):
        found = loaded_with(f"flowdesk.cli.{verb}")
        assert "flowdesk.kinds.table" in found
        assert not {each for each in found if each.split(".")[0] == "PIL"}, verb
        assert "flowdesk.lab.engines" not in found, verb


def circle(modules: dict[str, set[str]]) -> list[str]:
    """Modules that import each other in a circle, if there are any."""
    left = dict(modules)
    while free := [name for name, imported in left.items() if not imported & left.keys()]:
        for name in free:
            del left[name]
    name, way = next(iter(left), ""), list[str]()
    while name and name not in way:
        way.append(name)
        name = min(left[name] & left.keys())
    return way[way.index(name) :] if name else []


def test_the_parts_of_the_window_do_not_import_each_other_in_circles() -> None:
    """Imports for types count as well: what a part is given, it need not know the giver of."""
    modules = {
        f"flowdesk.{module_name(path)}": set(imports(path)) - {f"flowdesk.{module_name(path)}"}
        for path in FILES
        if module_name(path).startswith("app.")
    }
    assert not circle(modules)


def test_the_entry_point_imports_nothing_of_ours_at_the_top() -> None:
    names = imports_at_the_top(PACKAGE / "__main__.py")
    assert not any("flowdesk" in name for name in names), "workers import the entry point again"


def test_every_file_says_in_its_first_line_what_it_holds() -> None:
    assert [path for path in FILES if not first_line(path).endswith(".")] == []


def test_the_list_of_files_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make files writes it"


def test_only_kinds_and_the_lab_know_which_kinds_there_are() -> None:
    folders = {path.parent.name for path in (PACKAGE / "kinds").glob("*/__init__.py")}
    assert set(KINDS) == folders
    for path in FILES:
        name = module_name(path)
        if name.split(".")[0] in ("kinds", "lab") or name == "__init__":
            continue
        for imported in imports(path):
            assert not is_within(imported, {f"flowdesk.kinds.{one}" for one in folders}), name
        text = path.read_text(encoding="utf-8")
        is_named = re.search(rf"\b({'|'.join(folders)})\b", text)
        for node in ast.walk(_tree(path)) if is_named else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in folders, f"{name} names the kind {node.value!r}"
                assert not any(f"kinds.{one}" in node.value for one in folders), name
