"""Records archives that evalrata itself writes while a harness runs."""
