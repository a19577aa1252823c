"""Names of a temporary folder replaced by those of the revision it was made of."""

from typing import Any, TypeVar, cast

from msgspec import Struct, structs

__all__ = ["renamed"]

T = TypeVar("T", bound=Struct)


def renamed(value: T, folder: str, place: str) -> T:
    """Return a struct with ``folder`` written as ``place`` in every text of it.

    ``place`` ends with a colon where the folder is the root of a revision: then what
    is inside has no slash before it.
    """
    inside = place if place.endswith(":") else f"{place}/"

    def text(old: str) -> str:
        return old.replace(f"{folder}/", inside).replace(folder, place)

    def walked(old: Any) -> Any:
        if isinstance(old, str):
            return text(old) if folder in old else old
        if isinstance(old, Struct):
            return _changed(old)
        if isinstance(old, dict):
            return {walked(key): walked(item) for key, item in old.items()}
        if type(old) in (list, tuple):
            return type(old)(map(walked, old))
        return old

    def _changed(old: Struct) -> Struct:
        fields = {name: getattr(old, name) for name in old.__struct_fields__}
        new = {name: walked(item) for name, item in fields.items()}
        changes = {name: item for name, item in new.items() if item is not fields[name]}
        return structs.replace(old, **changes) if changes else old

    return cast("T", walked(value))
