"""Names of runs, told apart."""

__all__ = ["RunIds"]


class RunIds:
    """Makes every run's id unique within one lint."""

    def __init__(self) -> None:
        """Know no id yet."""
        self._names: dict[str, str] = {}

    def unique(self, name: str) -> str:
        """Return ``name`` the first time, then ``name#2``, ``name#3``, ..."""
        candidate, number = name, 1
        while candidate in self._names:
            number += 1
            candidate = f"{name}#{number}"
        self._names[candidate] = name
        return candidate

    def named(self, unique: str) -> str:
        """Return the name that a unique one was made of."""
        return self._names.get(unique, unique)
