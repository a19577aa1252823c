"""Grades tau2-bench results again, with a checkout of the benchmark."""

from evalrata.integrations.tau2.rescoring.driver import DRIVER

__all__ = ["DRIVER"]
