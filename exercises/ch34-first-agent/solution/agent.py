"""Your first agent: a character that keeps up a conversation."""

from scripted_model import ScriptedModel

NAME = "Pip"
INSTRUCTIONS = "Help visitors of a small museum find their way. Be cheerful."


class Agent:
    """A character with a name and instructions who remembers what was said."""

    def __init__(self, name, instructions, model):
        self.name = name
        self.model = model
        identity = f"You are {name}. {instructions}"
        self.messages = [{"role": "system", "content": identity}]

    def respond(self, text):
        """Answer what somebody said; returns the answer as a string."""
        if not text.strip():
            return "I did not hear anything. What would you like to say?"
        self.messages.append({"role": "user", "content": text})
        reply = self.model.reply(self.messages)
        self.messages.append({"role": "assistant", "content": reply})
        return reply["text"]


def chat(agent):
    """Talk with the agent in the terminal until quit or the end of input."""
    while True:
        try:
            line = input("you> ")
        except EOFError:
            print()
            break
        if line.strip().lower() == "quit":
            break
        print(f"{agent.name}: {agent.respond(line)}")
    print(f"{agent.name}: Goodbye!")


if __name__ == "__main__":
    chat(Agent(NAME, INSTRUCTIONS, ScriptedModel()))
