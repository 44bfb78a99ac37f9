"""Answering a question from passages that were found, and from nothing
else.
"""

import re

RULES = (
    "Answer from the passages alone. "
    "Cite each one you use by its id in brackets, such as [ferries#2]. "
    'Put what you quote between "quotation marks", word for word. '
    "If the passages do not tell, say so."
)

CITATION = re.compile(r"\[([^\[\]\s]+#\d+)\]")
QUOTATION = re.compile(r'"([^"]+)"')

# --- 5. Does the answer hold? ------------------------------------------------


def problems_with(text, passages):
    """What is wrong with an answer: a list of sentences for the model, empty
    if all is well.

      * it cites nothing at all: one sentence, with the word "cite"
      * it cites an id that none of the passages has: one sentence for each
        such id, which names it
      * it quotes something that is in none of the passages it CITES: one
        sentence for each such quotation, with the quotation in it

    A quotation holds if it is in the text of a cited passage word for word.
    Capital letters, and where a line or a blank ends, make no difference;
    other signs, such as a full stop, do.

    Useful: CITATION.findall(text) and QUOTATION.findall(text), and
    " ".join(text.lower().split()).
    """
    raise NotImplementedError("problems_with() is not written yet")


# --- 6. Answering, or saying that one cannot ---------------------------------


def answer(question, index, model, top=3, least=1.0, attempts=2):
    """Answer a question from the passages of an index.

    Passages that score below `least` are left out: they share a word with the
    question by chance. If none is left the model is NOT asked. Otherwise it is
    asked by model.reply(messages), with

      {"role": "system", "content": RULES}
      {"role": "passages", "content": [{"id": ..., "text": ...}, ...]}
          the best first
      {"role": "user", "content": question}

    It replies {"type": "final", "text": "..."} or {"type": "not_found"}. If
    there are problems_with its text, the messages grow by

      {"role": "assistant", "content": reply}
      {"role": "error", "content": problems}      the list

    and it is asked again, at most `attempts` times in all.

    Returns a dictionary:
      "answer"      a text without problems, or None
      "sources"     the ids it cites, each once, in the order in which they
                    come; [] without an answer
      "stopped_by"  "answered", "nothing_found" (the model was not asked),
                    "not_found" (it said so), or "not_grounded" (no attempt was
                    without problems)
    """
    raise NotImplementedError("answer() is not written yet")
