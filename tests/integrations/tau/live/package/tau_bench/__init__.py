"""A small stand-in for the package, with the parts that `attach` patches."""
