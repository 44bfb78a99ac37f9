"""Runs your team on a request and shows its way:

    python3 run.py "Book 2 tickets to Heron Island"
"""

import sys

from handoff import handle
from scripted_model import ScriptedModel
from team import TEAM


class Watched:
    """Shows who is asked and what it replies, while your code is running."""

    def __init__(self, model):
        self.model, self.calls = model, 0

    def reply(self, messages, offers):
        self.calls += 1
        if self.calls > 40:
            sys.exit(
                "The model was asked 40 times, although max_steps is 20. "
                "What would stop your loop?"
            )
        reply = self.model.reply(messages, offers)
        if messages[-1]["role"] == "error":
            print(f"{'':>15}{messages[-1]['content']}")
        who = messages[0]["content"].partition(".")[0].replace("You are ", "")
        if reply["type"] == "final":
            said = reply["text"]
        else:
            facts = reply.get("facts", "")
            said = f"--> {reply['to']}: {reply['reason']} {facts}"
        print(f"{who:>13}  {said}")
        return reply


def main():
    request = " ".join(sys.argv[1:]) or "Book 2 tickets to Heron Island"
    print(f"{'you':>13}  {request}")
    result = handle(request, TEAM, Watched(ScriptedModel()))
    print(
        f"\nstopped by {result['stopped_by']} "
        f"after {len(result['trail'])} hand-off(s); known: {result['facts']}"
    )


if __name__ == "__main__":
    main()
