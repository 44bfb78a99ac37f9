"""A stand-in for a language model: it costs nothing, works offline and always
decides the same way.

You do not need to change this file, but do read its top.

Like a real model it knows the messages you hand over, and nothing else. It has
never heard of Heron Island. From the passages it picks the sentence that has
most in common with the question, and quotes it:

    {"type": "final", "text":
     "The guide says: \"It takes twenty-five minutes.\" [ferries#1]"}

If no sentence has enough in common, it says so:

    {"type": "not_found"}

Models make mistakes. If the question has one of these words in it, this one
does, too:

    carelessly      cites a brochure that nobody gave it; told of it, it does
                    better
    from memory     makes up a quotation, and insists on it
"""

import re

LITTLE = set(
    "a an and are at be by can carelessly do does from for how i if in is it "
    "many may memory much my of on or the there to was what when where which "
    "who with".split()
)


class ScriptedModel:
    def reply(self, messages):
        """Answer from the messages alone."""
        question = last(messages, "user", "")
        passages = last(messages, "passages", [])
        found = best_sentence(question, passages)
        if found is None:
            return {"type": "not_found"}
        sentence, id = found
        if "from memory" in question.lower():
            made_up = "the island was once a part of the moon"
            return final(f'As everybody knows, "{made_up}". [{id}]')
        corrected = any(message["role"] == "error" for message in messages)
        if "carelessly" in question.lower() and not corrected:
            return final(f'The guide says: "{sentence}" [brochure#1]')
        return final(f'The guide says: "{sentence}" [{id}]')


def best_sentence(question, passages):
    """The sentence that shares most words with the question, and the id of its
    passage; None if it is too few.
    """
    wanted = stems(question)
    candidates = [
        (len(wanted & stems(sentence)), sentence, passage["id"])
        for passage in passages
        for sentence in re.split(r"(?<=[.!?])\s+", passage["text"].strip())
    ]
    most = max((count for count, _, _ in candidates), default=0)
    if most < min(2, len(wanted)) or most == 0:
        return None
    return next(
        (sentence, id) for count, sentence, id in candidates if count == most
    )


def stems(text):
    """The first letters of words that say something, so that "opens" and
    "open" are the same.
    """
    return {
        word[:5].rstrip("s")
        for word in re.findall(r"[^\W_]+", text.lower())
        if word not in LITTLE
    }


def last(messages, role, otherwise):
    for message in reversed(messages):
        if message["role"] == role:
            return message["content"]
    return otherwise


def final(text):
    return {"type": "final", "text": text}
