"""The rules of the architecture: which room may import which."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

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
    "pycosat": {"sat.solvers"},
    "pysat": {"sat.solvers"},
    "pysolvers": set(),
    "dask": {"desk.work.cluster"},
    "distributed": {"desk.work.cluster", "desk.work.cluster_worker"},
    "PIL": {"draw", "scan", "app"},
    "tkinter": {"app", "doctor"},  # the doctor asks whether it is there, and which it is
    "sv_ttk": {"app.sun_valley"},
    "tkinterdnd2": {"app.drop"},
}

FILES = sorted(PACKAGE.rglob("*.py"))


def module_name(path: Path) -> str:
    """The name of a file's module within the package: ``core.grid``, ``__init__``."""
    parts = list(path.relative_to(PACKAGE).with_suffix("").parts)
    if parts[-1] == "__init__" and len(parts) > 1:
        parts.pop()
    return ".".join(parts)


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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


@pytest.mark.parametrize("path", FILES, ids=module_name)
def test_a_room_imports_only_the_rooms_below_it(path: Path) -> None:
    room = module_name(path).split(".")[0]
    for imported in imports(path):
        if imported.startswith("flowdesk."):
            ours = imported.removeprefix("flowdesk.")
            # A room's package is empty: importing it brings nothing.
            allowed = MAY_IMPORT[room]
            is_package = any(place.startswith(f"{ours}.") for place in allowed)
            assert is_within(ours, allowed) or is_package, f"{room} must not import {imported}"


@pytest.mark.parametrize("path", FILES, ids=module_name)
def test_other_packages_are_imported_only_where_they_belong(path: Path) -> None:
    name = module_name(path)
    for imported in imports(path):
        top = imported.split(".")[0]
        if top in OTHERS:
            assert is_within(name, OTHERS[top]), f"{name} must not import {top}"
        else:
            assert top in ("flowdesk", "__future__") or top in sys.stdlib_module_names


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
    tree = ast.parse((PACKAGE / "__main__.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = ast.unparse(node)
            assert "flowdesk" not in names, "worker processes import the entry point again"


@pytest.mark.parametrize("path", FILES, ids=module_name)
def test_every_file_says_in_its_first_line_what_it_holds(path: Path) -> None:
    assert first_line(path).endswith((".", "..."))


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
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in folders, f"{name} names the kind {node.value!r}"
                assert not any(f"kinds.{one}" in node.value for one in folders), name
