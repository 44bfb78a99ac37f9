"""An agent that can use tools."""

from scripted_model import ScriptedModel
from tools import Notes, Toolbox, calculate


class Agent:
    """A character with a name, instructions and tools,
    who remembers what was said.
    """

    def __init__(self, name, instructions, model, toolbox, max_steps=8):
        self.name = name
        self.model = model
        self.toolbox = toolbox
        self.max_steps = max_steps
        identity = f"You are {name}. {instructions}"
        self.messages = [{"role": "system", "content": identity}]

    def respond(self, text):
        """Answer what somebody said, using tools on the way.

        Returns the answer as a string.
        """
        self.messages.append({"role": "user", "content": text})
        for _ in range(self.max_steps):
            reply = self.model.reply(self.messages, self.toolbox.offered())
            self.messages.append({"role": "assistant", "content": reply})
            if reply["type"] == "final":
                return reply["text"]
            for call in reply["calls"][:1]:
                result = self.toolbox.run(call)
                self.messages.append({
                    "role": "tool",
                    "call_id": call["id"],
                    "content": result,
                })
        return f"I did not come to an answer within {self.max_steps} steps."


def make_agent(notes_folder="notes"):
    """An agent with a calculator and a place for notes."""
    toolbox, notes = Toolbox(), Notes(notes_folder)
    for function in [calculate, notes.save_note, notes.read_note]:
        toolbox.tool(function)
    model = ScriptedModel()
    return Agent("Quill", "Help with sums and notes.", model, toolbox)


def main():
    """Chat, and show what happened between the question and the answer."""
    agent = make_agent()
    while True:
        try:
            line = input("you> ")
        except EOFError:
            return
        if line.strip().lower() == "quit":
            return
        before = len(agent.messages)
        answer = agent.respond(line)
        for message in agent.messages[before + 1:-1]:
            print(f"   {message['role']:>9}  {message['content']}")
        print(f"{agent.name}: {answer}")


if __name__ == "__main__":
    main()
