"""The agent: a loop around a model, with tools and a memory."""

from scripted_model import Unavailable


class Agent:
    """Talks to one person, for one talk.

      model       has reply(messages, tools); it may raise Unavailable
      toolbox     a Toolbox
      memory      a Memory
      max_steps   how often the model is asked in one turn, at most
    """

    def __init__(self, model, toolbox, memory, max_steps=6):
        self.model = model
        self.toolbox = toolbox
        self.memory = memory
        self.max_steps = max_steps

    # --- 5. A turn ---

    def respond(self, text):
        """Answer what somebody said; returns the answer as a text.

        A turn is a list of messages:
          {"role": "user", "content": text}
          {"role": "assistant", "content": reply}
          {"role": "tool", "call_id": id, "content": result}
          ... and again, until a reply is final

        The assistant's content is the model's whole reply. If it has calls,
        there is a message with the role tool for each, in their order.

        The model is asked by self.model.reply(messages, tools), with what the
        memory says and the toolbox offers.

        A turn can end in three ways. In each of them its last message is an
        assistant's, with a content like {"type": "final", "text": answer},
        the memory gets the whole turn, and the answer is returned:
          * the reply is final  ->  its text
          * max_steps replies, none final  ->  a sentence with the word stopped
          * Unavailable is raised  ->  a sentence with the word interrupted
        Other exceptions are mistakes of somebody, and go on to the caller.
        """
        turn = [{"role": "user", "content": text}]
        answer = self.work(turn)
        final = {"type": "final", "text": answer}
        turn.append({"role": "assistant", "content": final})
        self.memory.add(turn)
        return answer

    def work(self, turn):
        for _ in range(self.max_steps):
            messages = self.memory.messages(turn)
            try:
                reply = self.model.reply(messages, self.toolbox.offered())
            except Unavailable as problem:
                return (f"I was interrupted: {problem}. "
                        "Ask me what I have done.")
            if reply["type"] == "final":
                return reply["text"]
            turn.append({"role": "assistant", "content": reply})
            for call in reply["calls"]:
                result = self.toolbox.run(call)
                turn.append({"role": "tool", "call_id": call["id"],
                             "content": result})
        return f"I stopped after {self.max_steps} steps without an answer."
