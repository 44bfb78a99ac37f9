"""Your first agent: a character that keeps up a conversation."""

from scripted_model import ScriptedModel

# Who your agent is. Change both, with no full stop in the name. GREETINGS in
# scripted_model.py shows which words in the instructions the model notices.
NAME = "Pip"
INSTRUCTIONS = "Help visitors of a small museum find their way. Be cheerful."


class Agent:
    """A character with a name and instructions who remembers what was said.

    It has these attributes:
      name      what it is called
      model     model.reply(messages) returns {"type": "final", "text": "..."}
      messages  the conversation so far, a list belonging to this agent alone

    From the beginning the conversation holds one message, saying who it is:
      {"role": "system", "content": "You are Pip. Help visitors of ..."}
    that is: "You are ", the name, ". ", and the instructions.
    """

    def __init__(self, name, instructions, model):
        raise NotImplementedError("Agent.__init__() is not written yet")

    def respond(self, text):
        """Answer what somebody said; returns the answer as a string.

        Each turn adds two messages to the conversation:
          {"role": "user", "content": text}
          {"role": "assistant", "content": reply}  exactly as the model gave it

        If the text is empty or only spaces, there is nothing to answer:
        return a friendly sentence that asks for some words. The model is not
        called, and the conversation stays as it was.
        """
        raise NotImplementedError("Agent.respond() is not written yet")


def chat(agent):
    """Talk with the agent in the terminal until somebody types quit.

    Reads a line with input("you> "), prints the answer as "Pip: ..." (the
    agent's name in front), and so on. It ends, with a word of goodbye, when
      * the line is quit, in small or capital letters, with or without spaces
        around it
      * the input is at its end (Ctrl+D): input() raises EOFError then
    """
    raise NotImplementedError("chat() is not written yet")


if __name__ == "__main__":
    chat(Agent(NAME, INSTRUCTIONS, ScriptedModel()))
