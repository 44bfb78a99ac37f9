"""The checks of this exercise: each gets one of the learner's modules, and raises Failed if it falls short."""

from check_answer import answers, is_honest
from check_citations import notices_problems
from check_cut import cuts
from check_ranking import finds, scores, weighs_words

__all__ = ["answers", "cuts", "finds", "is_honest", "notices_problems", "scores", "weighs_words"]
