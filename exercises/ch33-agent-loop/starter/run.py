"""Runs your loop and prints its trace:

    python3 run.py "Plan a day in Lisbon"
"""

import sys

from actions import ACTIONS
from loop import run_agent
from scripted_model import ScriptedModel


class Watched:
    """Shows what the model is told last, and what it replies,
    while your loop is running.
    """

    def __init__(self, model):
        self.model, self.calls = model, 0

    def reply(self, messages):
        self.calls += 1
        if self.calls > 20:
            sys.exit(
                "The model was asked 20 times, although max_steps is 6. "
                "What would stop your loop?"
            )
        reply = self.model.reply(messages)
        print(f"{messages[-1]['role']:>12}  {messages[-1]['content']}")
        print(f"{'model':>12}  {reply}")
        return reply


def main():
    task = " ".join(sys.argv[1:]) or "Plan a day in Lisbon"
    result = run_agent(Watched(ScriptedModel()), ACTIONS, task, max_steps=6)
    print(f"\nstopped by {result['stopped_by']}: {result['answer']}")
    print(f"messages in the history: {len(result['messages'])}")


if __name__ == "__main__":
    main()
