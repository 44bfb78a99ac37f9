"""The shop's assistant, with your guards around it.

Finished: you need not change this file.
"""

from guardrails import Budget, Guard, Refused, check_input, redact
from scripted_model import ScriptedModel
from shop import POLICY, TOOLS


class Agent:
    """Answers one request after the other; every call of a tool goes through
    the guard.
    """

    def __init__(self, model, guard, max_steps=8):
        self.model, self.guard, self.max_steps = model, guard, max_steps

    def respond(self, text):
        try:
            messages = [{"role": "user", "content": check_input(text)}]
        except Refused as refused:
            return f"I cannot take this: {refused}"
        for _ in range(self.max_steps):
            reply = self.model.reply(messages)
            messages.append({"role": "assistant", "content": reply})
            if reply["type"] == "final":
                return redact(reply["text"])
            for call in reply["calls"]:
                messages.append({
                    "role": "tool",
                    "call_id": call["id"],
                    "content": self.guard.run(call),
                })
        return "I have not come to an answer."


def ask_at_the_terminal(call):
    question = f"   may I {call['name']} {call['arguments']}? (yes/no) "
    return input(question).strip().lower() == "yes"


def main():
    budget = Budget(calls=10, cents=20)
    guard = Guard(TOOLS, POLICY, budget, ask_at_the_terminal)
    agent = Agent(ScriptedModel(), guard)
    while True:
        try:
            line = input("you> ")
        except EOFError:
            return
        if line.strip().lower() == "quit":
            return
        seen = len(guard.log)
        answer = agent.respond(line)
        for entry in guard.log[seen:]:
            decision, tool = entry["decision"], entry["tool"]
            print(f"   {decision:>7}  {tool}  {entry['reason']}")
        print(f"assistant: {answer}")


if __name__ == "__main__":
    main()
