"""The checks of this exercise: each gets a module of the learner's, and raises Failed if it falls short."""

from check_ask import gives_up, repairs_mistakes
from check_extract import finds_the_json
from check_orders import describes_orders
from check_problems import checks_fields, checks_values, looks_inside

__all__ = ["checks_fields", "checks_values", "describes_orders", "finds_the_json", "gives_up",
           "looks_inside", "repairs_mistakes"]
