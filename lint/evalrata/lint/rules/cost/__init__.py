"""Rules that ask whether the tokens and dollars are what was used."""
