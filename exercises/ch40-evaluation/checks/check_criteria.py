"""The checks of this exercise: each gets one of the learner's modules, and raises Failed if it falls short."""

from check_compare import compares, reports
from check_dataset import loads
from check_grade import grades
from check_measures import estimates_chances, knows_how_sure
from check_run import runs

__all__ = ["compares", "estimates_chances", "grades", "knows_how_sure", "loads", "reports", "runs"]
