"""A miniature of the benchmark: same module paths and signatures, own code."""
