"""Instruments, as one line of pins."""

from collections.abc import Iterable, Iterator, Sequence

from evalrata.schemas.records import Instrument
from evalrata.schemas.report import RunRow

__all__ = ["PINNED", "pin", "pin_counts", "pins", "run_pins"]

PINNED = ("evaluator", "task_data", "user_simulator", "harness", "judge")
"""Roles in the order in which they are printed."""

BUILDS = ("evaluator", "task_data", "harness")
"""Roles of which a build should be named."""

COMMIT = 12
"""Digits of a commit or digest that are printed."""

SHOWN = 8
"""Builds of one role that are counted apart."""

NOT_NAMED = "not named"


def pins(instruments: Iterable[Instrument]) -> list[str]:
    """Write each like ``harness hal-harness @0123456789ab (HEAD of its checkout)``."""
    known = list(instruments)
    ordered = [i for role in PINNED for i in known if i.role == role]
    ordered += [i for i in known if i.role not in PINNED]
    return [f"{words(i.role)} {pin(i)}{_known(i)}" for i in ordered]


def run_pins(run: RunRow) -> list[str]:
    """Write the pins of a run, and why it names no evaluator or no task data."""
    absent = [f"{words(r)} {NOT_NAMED}: {why}" for r, why in run.not_named.items()]
    return [*pins(run.instruments), *absent]


def pin(instrument: Instrument) -> str:
    """Write an instrument's identity.

    An evaluator, task data or a harness of which no build is named is ``(unpinned)``.
    """
    build = [
        text
        for text in (
            instrument.version,
            instrument.commit and f"@{_commit(instrument.commit)}",
            instrument.digest and f"#{_digest(instrument.digest)}",
        )
        if text
    ]
    if not build and instrument.role in BUILDS:
        build = ["(unpinned)"]
    mode = [instrument.mode] if instrument.mode else []
    return " ".join([instrument.name, *build, *mode])


def pin_counts(rows: Sequence[RunRow]) -> Iterator[tuple[str, list[str]]]:
    """Count the builds of each instrument that any of several runs names.

    Evaluator and task data are told of also where no run names one, with the reasons.
    """
    for role in PINNED:
        counts: dict[str, int] = {}
        for row in rows:
            said = _named(row, role)
            counts[said] = counts.get(said, 0) + 1
        if all(_is_of_no_concern(row, role) for row in rows):
            continue
        most = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        shown = [f"{name} x{count}" for name, count in most[:SHOWN]]
        if len(most) > SHOWN:
            rest = sum(count for _, count in most[SHOWN:])
            shown.append(f"{len(most) - SHOWN} others x{rest}")
        yield words(role), shown


def words(role: str) -> str:
    """Write a role as words."""
    return role.replace("_", " ")


def _is_of_no_concern(row: RunRow, role: str) -> bool:
    return role not in row.not_named and all(i.role != role for i in row.instruments)


def _named(row: RunRow, role: str) -> str:
    """Write a run's builds in a role, or that there is none."""
    found = " + ".join(pin(i) for i in row.instruments if i.role == role)
    if found:
        return found
    why = row.not_named.get(role)
    return NOT_NAMED if why is None else f"{NOT_NAMED} ({why})"


def _known(instrument: Instrument) -> str:
    if instrument.known:
        return f" ({instrument.known})"
    return f" (named at {instrument.pointer})" if instrument.pointer else ""


def _commit(text: str) -> str:
    """Cut a commit; that its files were edited is not cut off."""
    head, mark, rest = text.partition("-")
    return head[:COMMIT] + mark + rest


def _digest(text: str) -> str:
    return text.rpartition(":")[2][:COMMIT]
