"""A stand-in for a language model.

It costs nothing, works offline and always decides the same way. You do not
need to change this file, but do read it: it is the other half of your
conversation.

Like a real model it has NO MEMORY. There is no self.anything below. Each time
you call reply(), all it knows is the list of messages you hand over. Leave
something out, and it never happened.

It answers with a dictionary, of one of two kinds:

    # "please do this for me"
    {"type": "action", "action": "weather", "input": "Lisbon"}
    # "I am done"
    {"type": "final", "text": "In Lisbon it is sunny. ..."}

It can do one job: plan a day in a city. It looks up the weather first, then a
place that suits it.
"""

import re


class ScriptedModel:
    def reply(self, messages):
        """Decide what to do next, from the messages alone."""
        task = find_task(messages)
        if task is None:
            return final("Nobody has told me what to do.")
        pattern = r"plan (a day|tomorrow) in ([\w ]+)"
        wish = re.search(pattern, task, re.IGNORECASE)
        if wish is None:
            return final('I can only plan days. Try "Plan a day in Lisbon".')
        seen = what_i_have_seen(messages)
        return plan(wish[1].lower(), wish[2].strip(), seen)


def plan(day, city, seen):
    """The next step of the plan.

    `seen` holds an observation for each action so far.
    """
    question = ("weather", city)
    if day == "tomorrow":
        # Models do ask for actions that nobody offered. A good loop tells
        # them, and they adapt.
        forecast = seen.get(("forecast", city))
        if forecast is None:
            return action("forecast", city)
        if not is_error(forecast):
            seen[question] = forecast
        elif "weather" not in forecast:
            return final(
                f"I am stuck. I asked for a forecast and was told: {forecast}"
            )

    weather = seen.get(question)
    if weather is None:
        return action(*question)
    if is_error(weather):
        return final(f"I cannot plan a day in {city}. {weather}")

    where = "indoors" if "rain" in weather else "outdoors"
    search = ("places", f"{where} in {city}")
    place = seen.get(search)
    if place is None:
        return action(*search)
    if is_error(place):
        return final(
            f"I know the weather in {city} ({weather}), "
            f"but no place to go. {place}"
        )
    return final(f"In {city} it is {weather}. Go to {place}.")


def find_task(messages):
    for message in messages:
        if message["role"] == "user":
            return message["content"]
    return None


def what_i_have_seen(messages):
    """Pair each action with the observation right behind it:
    {("weather", "Lisbon"): "sunny"}.

    An observation which does not follow an action of mine is of no use: I
    cannot tell what it is about.
    """
    seen = {}
    for before, message in zip(messages, messages[1:]):
        if message["role"] == "observation" and asks_for_action(before):
            asked = before["content"]
            seen[(asked["action"], asked["input"])] = message["content"]
    return seen


def asks_for_action(message):
    reply = message["content"]
    return (
        message["role"] == "assistant"
        and isinstance(reply, dict)
        and reply.get("type") == "action"
    )


def is_error(text):
    return text.lower().startswith("error")


def action(name, text):
    return {"type": "action", "action": name, "input": text}


def final(text):
    return {"type": "final", "text": text}
