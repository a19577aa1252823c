"""Pins of an environment and of a checkout: what would grade here, in which build.

``evalrata.instrument.pins`` looks at one package; this knows which evaluators there
are, another interpreter's packages, and a benchmark's checkout.
"""

from evalrata.integrations.pinning.checkouts import pin_checkout, pin_tasks
from evalrata.integrations.stored_pins.parsing import load_pin, parse_pin

__all__ = ["load_pin", "parse_pin", "pin_checkout", "pin_tasks"]
