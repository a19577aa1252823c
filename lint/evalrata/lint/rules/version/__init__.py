"""Which builds, simulators and task data made the numbers that are compared."""
