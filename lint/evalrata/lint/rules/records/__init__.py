"""Whether the records are whole, counted once, and free of what must not be there."""
