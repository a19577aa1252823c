"""Names of runs, told apart."""

__all__ = ["RunIds"]


class RunIds:
    """Makes every run's id unique within one lint."""

    def __init__(self) -> None:
        """Know no id yet."""
        self._seen: set[str] = set()

    def unique(self, name: str) -> str:
        """Return ``name`` the first time, then ``name#2``, ``name#3``, ..."""
        candidate, number = name, 1
        while candidate in self._seen:
            number += 1
            candidate = f"{name}#{number}"
        self._seen.add(candidate)
        return candidate
