"""A stand-in for a language model.

It costs nothing, works offline and always answers the same way. You do not
need to change this file, but do read it.

Like a real model it has NO MEMORY. There is no self.anything below. Each time
you call reply(), all it knows is the list of messages you hand over:

    # who it is
    {"role": "system", "content": "You are Pip. Help visitors. Be cheerful."}
    # what people said
    {"role": "user", "content": "Hello"}
    # what it said itself
    {"role": "assistant",
     "content": {"type": "final", "text": "Hi there! ..."}}

It always answers with one kind of reply:

    {"type": "final", "text": "Hi there! I am Pip."}

It can do small talk. Try: "Hello", "My name is Ada", "What is my name?",
"I like tea", "What do I like?", "Who are you?", "What did you say?",
"How often have I spoken?"
"""

import re

# A word in the instructions, and how somebody like that says hello.
GREETINGS = {
    "cheerful": "Hi there!",
    "formal": "Good day to you.",
    "pirate": "Ahoy, matey!",
    "poet": "O welcome, traveller of the day!",
    "robot": "BEEP. GREETING RECEIVED.",
}


class ScriptedModel:
    def reply(self, messages):
        """Say what comes next in a conversation, from the messages alone."""
        if not messages or messages[-1]["role"] != "user":
            return final("I am waiting for somebody to speak.")
        said = [m["content"] for m in messages if m["role"] == "user"]
        answers = [m["content"] for m in messages if m["role"] == "assistant"]
        return final(answer(said, answers, *identity(messages)))


def identity(messages):
    """The name and the instructions in the system message,
    which has to be the first one.
    """
    first = messages[0]
    if first["role"] != "system":
        return None, ""
    match = re.match(r"You are ([^.]+)\. (.+)", first["content"], re.DOTALL)
    return (match[1], match[2]) if match else (None, "")


def answer(said, answers, name, instructions):
    """The rules of small talk.

    The first that fits the last thing said decides.
    """
    now = said[-1].strip().lower()
    if re.search(r"\bwho are you\b|\byour name\b", now):
        if name:
            return f"I am {name}. {instructions}"
        return "I do not know who I am. Nobody told me."
    if find_name(said[-1:]):
        return f"Nice to meet you, {find_name(said[-1:])}."
    if re.search(r"\bwhat is my name\b|\bwho am i\b", now):
        user = find_name(said)
        if user:
            return f"Your name is {user}."
        return "You have not told me your name."
    if "what do i like" in now:
        things = find_likes(said)
        if things:
            return f"You like {' and '.join(things)}."
        return "You have not told me what you like."
    if find_likes(said[-1:]):
        return f"I will remember that you like {find_likes(said[-1:])[-1]}."
    if "what did you say" in now:
        if answers:
            return f"I said: {answers[-1]['text']}"
        return "I have not said anything yet."
    if "how often" in now:
        return (
            f"You have spoken {len(said)} times, "
            f"and I answered {len(answers)} times before."
        )
    if re.search(r"\b(hello|hi|hey|good (morning|day|evening))\b", now):
        return greeting(name, instructions, find_name(said))
    return (
        f'I am not sure what to say to "{said[-1].strip()}". '
        'I am good at small talk only.'
    )


def greeting(name, instructions, user):
    style = instructions.lower()
    words = [hello for word, hello in GREETINGS.items() if word in style]
    hello = words[0] if words else "Hello."
    again = f" Good to see you, {user}." if user else ""
    return f"{hello} I am {name or 'nobody in particular'}.{again}"


def find_name(said):
    names = find_all(r"\bmy name is (\w+)", said)
    return names[-1] if names else None


def find_likes(said):
    return find_all(r"^\s*i like ([\w ]+)", said)


def find_all(pattern, said):
    return [
        match.strip()
        for text in said
        for match in re.findall(pattern, text, re.IGNORECASE)
    ]


def final(text):
    return {"type": "final", "text": text}
