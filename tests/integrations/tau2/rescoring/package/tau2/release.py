"""Which release this stands for: ``lenient``, ``raises`` (1.0.0) or ``old`` (0.2.0)."""

KIND = "lenient"
