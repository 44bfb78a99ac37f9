"""A stand-in for a language model: it costs nothing, works offline and always
decides the same way.

You do not need to change this file, but do read this text.

It writes down orders of a bakery as JSON. Like a real model it has NO MEMORY:
it knows the messages it is given, and nothing else. Its reply is always a
text in a dictionary:

    {"type": "final",
     "text": '{"customer": "Ada", "items": [...], "total": 13.0}'}

An order is asked for like this, with or without the last part:

    Order for Ada: 2 rolls at 0.50, 1 cake at 12.00, by bicycle

Like a real model it does not know how you want your JSON, unless a system
message shows it the schema. And like a real model it makes mistakes. Here you
choose them, by a word anywhere in the request:

    politely     puts words and a fence of ``` around the JSON
    carelessly   writes a price as text, invents a field and a kind of delivery
    hastily      stops in the middle
    sloppily     adds up wrongly
    stubbornly   makes the first mistake again and again

It mends a mistake when it is told WHERE it is. A problem that begins with
"$.items[0].price: " tells it so; "something is wrong" does not. If it is told
that there was no JSON, it writes to the end.
"""

import json
import re


class ScriptedModel:
    def reply(self, messages):
        """Write down the newest order, as well as the messages allow."""
        asked = [
            number
            for number, message in enumerate(messages)
            if message["role"] == "user" and ORDER.search(message["content"])
        ]
        if not asked:
            return final(
                "I can take an order. Try: Order for Ada: 2 rolls at 0.50, "
                "1 cake at 12.00, by bicycle"
            )
        request = messages[asked[-1]]["content"]
        order = read_order(request)
        if not any('"items"' in text for text in said_by("system", messages)):
            return final(
                f"An order for {order['customer']}, with pleasure! "
                f"It will be {order['total']:.2f}."
            )
        told = "\n".join(said_by("user", messages[asked[-1] + 1:]))
        return final(write(order, request.lower(), told))


ORDER = re.compile(r"order for ([\w ]+): (.+)", re.IGNORECASE)
LINE = re.compile(r"(\d+) ([\w ]+?) at (\d+(?:\.\d+)?)")
DELIVERY = re.compile(r"by (bicycle|van)", re.IGNORECASE)


def said_by(role, messages):
    return [
        message["content"] for message in messages if message["role"] == role
    ]


def read_order(request):
    customer, rest = ORDER.search(request).groups()
    items = [
        {"name": name, "count": int(count), "price": float(price)}
        for count, name, price in LINE.findall(rest)
    ]
    total = sum(item["count"] * item["price"] for item in items)
    order = {
        "customer": customer.strip(),
        "items": items,
        "total": round(total, 2),
    }
    by = DELIVERY.search(rest)
    return {**order, "delivery": by[1].lower()} if by else order


def write(order, request, told):
    """The order as text, with the mistakes that the request provokes and that
    nobody has complained of yet.
    """
    careless = "carelessly" in request
    if "sloppily" in request and "$.total: " not in told:
        order["total"] += 1
    if "stubbornly" in request or (
        careless and "$.items[0].price: " not in told
    ):
        first = order["items"][0]
        first["price"] = f"{first['price']:.2f}"
    if careless and "$.note: " not in told:
        order["note"] = "Thank you!"
    if careless and "$.delivery: " not in told:
        order["delivery"] = "bike"
    text = json.dumps(order)
    if "hastily" in request and "json" not in told.lower():
        return text[:-12]
    if "politely" in request:
        return (
            "Certainly! Here is the order:\n\n"
            f"```json\n{text}\n```\nWas that all?"
        )
    return text


def final(text):
    return {"type": "final", "text": text}
