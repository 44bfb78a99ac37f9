"""Tries your agent with all scenarios, and prints your report.

    python3 measure.py

Finished: you need not change this file.
"""

from chat import make_agent
from evaluate import evaluate, report
from scenarios import SCENARIOS

if __name__ == "__main__":
    print("\n".join(report(evaluate(SCENARIOS, make_agent))))
