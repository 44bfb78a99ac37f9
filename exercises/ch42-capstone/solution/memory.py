"""What a model is shown: the only thing it knows."""


class Memory:
    """The memory of one talk.

      instructions   who the agent is
      facts          a Facts: what it knows for good. It may change at any time
      keep           how many earlier turns the model is shown
      turns          these turns. A turn is a list of messages, from what the
                     user said to the last answer
    """

    def __init__(self, instructions, facts, keep=3):
        self.instructions = instructions
        self.facts = facts
        self.keep = keep
        self.turns = []

    # --- 4. What the model is shown ---

    def messages(self, turn):
        """The messages for the model, in the middle of a turn.

        It is a new list each time:

          1. one {"role": "system", "content": text}. The text is the
             instructions, and below them each of the facts on a line of its
             own: "key: text". The facts as they are now
          2. the messages of the turns that were kept, oldest first
          3. the messages of this turn, so far
        """
        facts = self.facts.all().items()
        lines = [self.instructions, *(f"{key}: {text}" for key, text in facts)]
        system = {"role": "system", "content": "\n".join(lines)}
        earlier = [message for turn in self.turns for message in turn]
        return [system, *earlier, *turn]

    def add(self, turn):
        """Keep a finished turn, and forget the oldest ones.

        At most `keep` whole turns are left.
        """
        self.turns.append(turn)
        self.turns = self.turns[max(0, len(self.turns) - self.keep):]
