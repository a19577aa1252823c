"""Who runs a talk."""
