"""Rules that ask who did what, and whether the record says so."""
