"""The checks of this exercise: each gets the learner's loop module, and raises Failed if it falls short."""

from check_act import carries_out_actions, reports_a_failed_action, reports_an_unknown_action
from check_loop import feeds_observations_back, stops_at_a_final_answer, stops_at_the_step_limit

__all__ = ["carries_out_actions", "feeds_observations_back", "reports_a_failed_action",
           "reports_an_unknown_action", "stops_at_a_final_answer", "stops_at_the_step_limit"]
