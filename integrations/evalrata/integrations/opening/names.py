"""Names that archives give their members."""

import re

__all__ = ["is_hidden", "refusal"]

_DRIVE = re.compile(r"[A-Za-z]:")


def refusal(name: str, longest: int) -> str | None:
    """Say why a member of this name is refused; ``None`` if it is not."""
    parts = name.replace("\\", "/").split("/")
    if not parts[0] or _DRIVE.match(name):
        return "has an absolute path for a name; refused"
    if ".." in parts:
        return "has a name that leads out of the archive; refused"
    if "\0" in name:
        return "has a name with a null character; refused"
    if len(name) > longest:
        return f"has a name of more than {longest} characters; refused"
    return None


def is_hidden(name: str) -> bool:
    """Say whether a name is hidden: a part starts with a dot, or is macOS's."""
    return any(part.startswith(".") or part == "__MACOSX" for part in name.split("/"))
