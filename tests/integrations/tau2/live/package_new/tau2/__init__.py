"""A stand-in for the package (see `hall`)."""
