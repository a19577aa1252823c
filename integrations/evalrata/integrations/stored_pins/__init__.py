"""Pins that were stored: read back, and found beside the results that they are of.

Apart from ``pinning``, which looks at packages: a lint needs only this.
"""
