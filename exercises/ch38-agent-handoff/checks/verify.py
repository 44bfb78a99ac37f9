"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

ROUTE = "Routes a request to the agent it is about"
OFFERS = "Offers an agent the colleagues it may hand over to"
BRIEFING = "Briefs the next agent with all it needs and nothing else"
CIRCLES = "Notices a case that would go in circles"
PROBLEM = "Explains a hand-off that cannot work"
HANDLE = "Hands a case over until somebody answers"
LIMITS = "Stops when a case goes on for too long"

CRITERIA = [
    Criterion(ROUTE, "handoff", "routes"),
    Criterion(OFFERS, "handoff", "offers_colleagues"),
    Criterion(BRIEFING, "handoff", "briefs"),
    Criterion(CIRCLES, "handoff", "notices_circles"),
    Criterion(PROBLEM, "handoff", "explains_problems", needs=[OFFERS, CIRCLES]),
    Criterion(HANDLE, "handoff", "hands_over", needs=[ROUTE, OFFERS, BRIEFING, CIRCLES, PROBLEM]),
    Criterion(LIMITS, "handoff", "stops_in_time", needs=[HANDLE]),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=["scripted_model.py", "team.py"]))
