"""Running a benchmark's own grader on recorded episodes, in its own interpreter."""
