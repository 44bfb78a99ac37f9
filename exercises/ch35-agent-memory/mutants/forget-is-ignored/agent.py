"""An agent that remembers: within a conversation, and from one to the next."""

from memory import LongTerm, ShortTerm
from scripted_model import ScriptedModel


class Agent:
    """Answers with a short-term memory of its own, and a long-term memory
    that outlives it.
    """

    def __init__(self, instructions, model, long_term, budget=60):
        self.instructions = instructions
        self.model = model
        self.long_term = long_term
        self.short_term = ShortTerm(model, budget)

    # --- 5. What the model is shown ---

    def prompt(self, question):
        """The messages for the model, a new list each time:

          1. ONE system message: the instructions; below them each fact that
             the long-term memory recalls for this question, on a line of its
             own; and below these the summary, if there is one
          2. the messages of the turns in the window, oldest first
          3. {"role": "user", "content": question}
        """
        lines = [self.instructions, *self.long_term.recall(question)]
        if self.short_term.summary:
            lines.append(f"Earlier: {self.short_term.summary}")
        messages = [{"role": "system", "content": "\n".join(lines)}]
        for turn in self.short_term.turns:
            messages += turn
        return [*messages, {"role": "user", "content": question}]

    # --- 6. A turn ---

    def respond(self, question):
        """Answer a question; returns the answer as a string.

        The model is asked once, by self.model.reply(messages), with what
        prompt() says. Its reply has a "text", which is the answer, and
        sometimes
          "remember"   a dictionary of facts to keep for good:
                       {"dog": "Your dog is Pixel."}
          "forget"     a list of keys of facts to remove: ["dog"]
        Then the turn, question and answer, goes into the short-term memory.
        """
        reply = self.model.reply(self.prompt(question))
        for key, text in reply.get("remember", {}).items():
            self.long_term.remember(key, text)
        self.short_term.add(question, reply["text"])
        return reply["text"]


def main():
    """Chat until quit, and show what the model is told before it answers."""
    agent = Agent(
        "You are a friend with a good memory.",
        ScriptedModel(),
        LongTerm("facts.json"),
        budget=30,
    )
    while True:
        try:
            line = input("you> ").strip()
        except EOFError:
            return
        if line.lower() == "quit":
            return
        for message in agent.prompt(line):
            for part in message["content"].splitlines():
                print(f"   {message['role']:>9}  {part}")
        print(f"agent: {agent.respond(line)}")


if __name__ == "__main__":
    main()
