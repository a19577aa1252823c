"""The pin of an environment, a checkout or both, as ``evalrata pin`` prints it."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct, structs

from evalrata.instrument.pins import detect
from evalrata.instrument.pins.detecting import is_installed
from evalrata.integrations.pinning.checkouts import pin_checkout, pin_tasks
from evalrata.integrations.pinning.environment import Environment, environment_of
from evalrata.integrations.pinning.known import KNOWN, MODULES, name_of
from evalrata.schemas.errors import UsageError
from evalrata.schemas.pin import Pin
from evalrata.schemas.records import Instrument, Role

__all__ = ["Asked", "pin_of"]


class Asked(Struct, frozen=True, kw_only=True):
    """What is to be pinned."""

    packages: tuple[str, ...] = ()
    """Distributions or modules; none: the evaluators that evalrata knows."""
    checkout: Path | None = None
    """A folder whose code is pinned, instead of what is installed."""
    tasks: tuple[Path, ...] = ()
    """Files or folders of task data, from the checkout's folder or from here."""
    python: str | None = None
    role: Role = "evaluator"


def pin_of(asked: Asked) -> Pin:
    """Pin what is asked.  Raises ``UsageError`` for what is not there or no Python."""
    if asked.checkout is not None:
        return _of_checkout(asked, asked.checkout)
    environment = environment_of(asked.python)
    looked = asked.packages or tuple(KNOWN)
    found = tuple(_installed(looked, environment, asked.role))
    names = {package for package, _ in found}
    pins = tuple(pin for _, pin in found)
    name = pins[0].name if len(pins) == 1 else None
    return Pin(
        instruments=(*pins, *_data(asked, Path(), name)),
        python=environment.python,
        not_found=tuple(package for package in looked if package not in names),
    )


def _installed(
    packages: Sequence[str], environment: Environment, role: Role
) -> Iterator[tuple[str, Instrument]]:
    path = environment.path
    for package in packages:
        module = MODULES.get(package, package)
        called = next((p for p in (package, module) if is_installed(p, path)), None)
        if called is not None:
            yield package, detect(role, called, name=name_of(package), path=path)


def _of_checkout(asked: Asked, root: Path) -> Pin:
    """Pin the code of a folder; its interpreter has no say in it."""
    packages = asked.packages or tuple(_inside(root))
    if not packages:
        raise UsageError(
            f"{root}: holds no package that evalrata knows; name it: evalrata pin "
            f"PACKAGE --checkout {root}"
        )
    pins = [pin_checkout(root, name=name_of(p), package=p)[0] for p in packages]
    name = pins[0].name if len(pins) == 1 else None
    return Pin(
        instruments=(
            *(structs.replace(pin, role=asked.role) for pin in pins),
            *_data(asked, root, name),
        ),
        python=None if asked.python is None else environment_of(asked.python).python,
    )


def _inside(root: Path) -> Iterator[str]:
    """Yield the modules of known evaluators that a folder holds."""
    for package in KNOWN:
        module = package.replace("-", "_")
        if any((root / top / module).is_dir() for top in ("src", ".")):
            yield module


def _data(asked: Asked, root: Path, name: str | None) -> Iterator[Instrument]:
    """Pin task data: of one evaluator, under its name, together."""
    if asked.tasks:
        first = asked.tasks[0].resolve().name or "task data"
        yield pin_tasks(root.resolve(), name=name or first, tasks=asked.tasks)
