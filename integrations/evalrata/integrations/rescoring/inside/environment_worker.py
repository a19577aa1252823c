"""Says where an interpreter finds its packages, and which version it is."""

import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evalrata.integrations.rescoring.inside import worker
else:
    import worker


def ask(request: dict[str, Any]) -> Iterator[worker.Answer]:
    """Answer with ``sys.path``, without this script's own folder."""
    del request
    own = str(Path(__file__).parent)
    yield {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "path": [folder for folder in sys.path if folder not in ("", own)],
    }


if __name__ == "__main__":
    worker.main(ask)
