"""What a right order of the bakery looks like."""

# --- 3. Your schema, and a rule that no schema can say -----------------------

# An order looks like this:
EXAMPLE = {
    "customer": "Ada",
    "delivery": "bicycle",
    "items": [
        {"name": "rolls", "count": 2, "price": 0.5},
        {"name": "cake", "count": 1, "price": 12},
    ],
    "total": 13.0,
}

# Describe it, with the keys that find_problems() in structured.py knows:
#   customer   a text, which has to be there
#   delivery   "pick-up", "bicycle" or "van"; may be missing
#   items      a list, which has to be there. Each item has a name (a text), a
#              count (a whole number from 1 to 100) and a price (a number, 0
#              or more). All three have to be there, and nothing else may
#   total      a number, 0 or more, which has to be there
# There are no other fields.
SCHEMA = {
    "type": "object",
    "required": ["customer", "items", "total"],
    "additionalProperties": False,
    "properties": {
        "customer": {"type": "string"},
        "delivery": {"enum": ["pick-up", "bicycle", "van"]},
        "items": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["name", "count", "price"],
                "additionalProperties": False,
                "properties": {
                    "name": {"type": "string"},
                    "count": {"type": "integer", "minimum": 1, "maximum": 100},
                    "price": {"type": "number", "minimum": 0},
                },
            },
        },
        "total": {"type": "number", "minimum": 0},
    },
}


def adds_up(order):
    """A rule for ask(): the total is the sum of count times price of all
    items, to the cent.

    order   follows SCHEMA already

    Returns [], or a list with one sentence that begins with "$.total: " and
    names the right total. Computers are not exact with decimals: 3 * 0.1 is
    0.30000000000000004 in Python, and 0.3 is right.
    """
    total = order["total"]
    right = sum(item["price"] for item in order["items"])
    if abs(total - right) < 0.005:
        return []
    return [
        f"$.total: should be {right:.2f}, the sum of all items, not {total}"
    ]
