"""Takes an order and shows what is said:

python3 run.py "Carelessly: order for Ada: 2 rolls at 0.50"
"""

import sys

from orders import SCHEMA, adds_up
from scripted_model import ScriptedModel
from structured import ask

ORDER = "Order for Ada: 2 rolls at 0.50, 1 cake at 12.00, by bicycle"


class Watched:
    """Shows what the model is told last, and what it answers."""

    def __init__(self, model):
        self.model = model

    def reply(self, messages):
        reply = self.model.reply(messages)
        show(messages[-1]["role"], messages[-1]["content"])
        show("model", reply["text"])
        return reply


def show(role, text):
    for number, line in enumerate(text.splitlines()):
        print(f"{'' if number else role:>9}  {line}")


def main():
    request = " ".join(sys.argv[1:]) or ORDER
    result = ask(Watched(ScriptedModel()), request, SCHEMA, rules=[adds_up])
    print(f"\nafter {result['attempts']} attempt(s): {result['value']}")
    for problem in result["problems"]:
        print(f"  {problem}")


if __name__ == "__main__":
    main()
