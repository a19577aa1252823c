"""Rules that ask whether the score says what was graded."""
