"""Two measurements of the same runs, compared."""
