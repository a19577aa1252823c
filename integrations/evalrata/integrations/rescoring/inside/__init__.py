"""Scripts that run in the benchmark's interpreter.  They import nothing of evalrata."""
