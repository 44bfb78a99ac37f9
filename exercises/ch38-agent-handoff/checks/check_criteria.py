"""The checks of this exercise: each gets the learner's module, and raises Failed if it falls short."""

from check_briefing import briefs, offers_colleagues, routes
from check_circles import explains_problems, notices_circles
from check_handle import hands_over, stops_in_time

__all__ = ["briefs", "explains_problems", "hands_over", "notices_circles", "offers_colleagues", "routes", "stops_in_time"]
