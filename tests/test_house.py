"""The structure of the repository, held by tests (DESIGN: the house)."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PARTS = ("schemas", "instrument", "lint", "errata", "integrations")
MAY_IMPORT = {
    "schemas": {"schemas"},
    "instrument": {"schemas", "instrument"},
    "lint": {"schemas", "lint"},
    "errata": {"schemas", "errata"},
    "integrations": {"schemas", "instrument", "lint", "errata", "integrations"},
    "cli": {"schemas", "instrument", "lint", "errata", "integrations", "cli"},
}
SOURCES = sorted(p for part in PARTS for p in (ROOT / part).rglob("*.py"))
PYDANTIC_MODULES = {"errata", "config", "generate"}


def part_of(path):
    """The second name of the module: evalrata.<part>."""
    return path.relative_to(ROOT).parts[2].removesuffix(".py")


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module
            if node.module == "evalrata":
                yield from (f"evalrata.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_run_one_way(path):
    allowed = MAY_IMPORT[part_of(path)]
    ours = {m.split(".")[1] for m in imports(path) if m.startswith("evalrata.")}

    assert ours <= allowed


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_schemas_need_msgspec_and_the_standard_library(path):
    if part_of(path) != "schemas":
        return
    third_party = {
        top
        for m in imports(path)
        if (top := m.split(".")[0]) not in sys.stdlib_module_names
    }
    allowed = {"evalrata", "msgspec"}
    if path.stem.split("_")[0] in PYDANTIC_MODULES:
        allowed |= {"pydantic", "typing_extensions"}
    if path.stem == "report":
        allowed |= {"pandas"}  # the extra of Report.to_pandas, imported inside it

    assert third_party <= allowed


def test_the_root_shows_the_parts_and_nothing_else():
    listed = subprocess.run(
        ["git", "ls-files"],  # noqa: S607 - git is where the caller has it
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    tops = {line.split("/")[0] for line in listed.stdout.splitlines()}
    shown = {top for top in tops if not top.startswith(".")}

    assert shown <= {*PARTS, "tests", "pyproject.toml", "README.md", "LICENSE"}


def test_the_namespace_has_no_init():
    inits = [part for part in PARTS if (ROOT / part / "evalrata/__init__.py").exists()]

    assert inits == []


@pytest.mark.parametrize("part", PARTS)
def test_each_part_is_typed_and_explains_itself(part):
    assert (ROOT / part / "evalrata" / part / "py.typed").exists()
    assert (ROOT / part / "README.md").read_text(encoding="utf-8").strip()


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_file_is_long(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


def test_the_median_file_is_short():
    lengths = sorted(len(p.read_text(encoding="utf-8").splitlines()) for p in SOURCES)

    assert lengths[len(lengths) // 2] <= 100


def loaded_after(statement):
    code = f"import sys; {statement}; print(*sorted(sys.modules))"
    run = subprocess.run(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return {name.split(".")[0] for name in run.stdout.split()}


def test_the_linter_starts_without_heavy_imports():
    heavy = {"pydantic", "pyarrow", "rich", "typer", "genai_prices", "httpx", "pandas"}

    assert loaded_after("import evalrata.lint, evalrata.schemas") & heavy == set()


def test_instrument_is_light():
    allowed = {"evalrata", "msgspec", "opentelemetry", "typing_extensions"}
    loaded = loaded_after("import evalrata.instrument")
    bare = loaded_after("pass")

    assert loaded - bare - set(sys.stdlib_module_names) <= allowed | {"_virtualenv"}
