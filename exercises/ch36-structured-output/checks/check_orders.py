"""Checks of the learner's schema and rule for orders."""

import copy

from check_expect import Failed, expect, place, required, show
from check_schema import allows

ORDER = {"customer": "Olu", "items": [{"name": "buns", "count": 100, "price": 0.25}, {"name": "tart", "count": 1, "price": 0}], "delivery": "van", "total": 25}
FEAST = {"items": [{"name": "cakes", "count": 100, "price": 10}]}


def describes_orders(orders):
    schema = getattr(orders, "SCHEMA", None)
    expect(isinstance(schema, dict) and schema, "orders.py should describe an order in SCHEMA.", "Begin with \"type\": \"object\" and one property.",
           expected="a dictionary with a schema", found=show(schema), where="orders.py")
    for value, case in good_orders():
        judge(schema, value, True, case)
    for value, case in bad_orders():
        judge(schema, value, False, case)
    adds_up(orders)


def without(value, name):
    return {key: part for key, part in value.items() if key != name}


def good_orders():
    yield ORDER, "a good order"
    yield without(ORDER, "delivery"), "an order without a kind of delivery"
    yield {**ORDER, "delivery": "pick-up", "total": 25.5}, "an order to pick up"


def bad_orders():
    item = ORDER["items"][0]
    for name in ["customer", "items", "total"]:
        yield without(ORDER, name), f"an order without {name}"
    for change in [{"customer": 12}, {"delivery": "ship"}, {"delivery": 1}, {"items": {"0": item}}, {"items": ["buns"]}, {"total": "25"}, {"total": -0.01}, {"tip": 1}]:
        yield {**ORDER, **change}, f"an order with {show(change)}"
    for name in item:
        yield {**ORDER, "items": [item, without(item, name)]}, f"an item without {name}"
    for change in [{"name": None}, {"count": 0}, {"count": 101}, {"count": 1.5}, {"count": "2"}, {"price": -1}, {"price": "0.25"}, {"colour": "red"}]:
        yield {**ORDER, "items": [item, {**item, **change}]}, f"an item with {show(change)}"


def judge(schema, value, right, case):
    try:
        found = allows(schema, copy.deepcopy(value))
    except Exception as problem:
        raise Failed(f"SCHEMA could not be used on {case}.", "Compare its keys and their values with the docstring of find_problems in structured.py.",
                     expected="a schema with the keys of find_problems", found=str(problem) if isinstance(problem, ValueError) else f"{type(problem).__name__}: {problem}", where="orders.py")
    words = {True: "allowed", False: "refused"}
    expect(found is right, f"With your SCHEMA, {case} should be {words[right]}.",
           "Look for the line in the comment above SCHEMA that is about it. Which key of a schema says this?" if not right else "Which of your keys refuses it? Read the comment above SCHEMA again.",
           expected=words[right], found=f"{words[found]}: {show(value, 300)}", where="orders.py")


def adds_up(orders):
    rule = required(orders, "adds_up")
    cents = {"items": [{"name": "mints", "count": 3, "price": 0.1}, {"name": "nuts", "count": 3, "price": 1.1}]}
    for order, total, right, case in [
        (ORDER, 25, None, "The total is right"),
        ({"items": []}, 0, None, "Nothing is ordered, and nothing has to be paid"),
        (cents, 3.6, None, "The total is right, although Python's sum of decimals is not exact"),
        (cents, 3.61, "3.6", "The total is one cent too much"),
        (cents, 3.59, "3.6", "The total is one cent too little"),
        (ORDER, 2.5, "25", "The total is wrong"),
        (FEAST, 1000, None, "The total is right"),
        (FEAST, 1000.5, "1000", "The total is fifty cents too much, in a large order"),
        (FEAST, 999.99, "1000", "The total is one cent too little, in a large order"),
    ]:
        found = rule({**copy.deepcopy(order), "total": total})
        fits = found == [] if right is None else isinstance(found, list) and len(found) == 1 and str(found[0]).startswith("$.total: ") and right in str(found[0])
        expect(fits, f"{case}: {total} for {show(order['items'], 200)}.", "Add up count times price. Is the difference smaller than half a cent?",
               expected="[]" if right is None else f"one sentence: $.total: … {right} …", found=show(found, 300), where=place(rule))
