"""Tools: functions an agent may use, and what a model is told about them."""

import ast
import inspect
import operator
from pathlib import Path
from typing import get_type_hints

# The types a parameter may have, and what they are called in a JSON schema.
JSON_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}


def describe(function):
    """Describe a function so that a model knows how to call it.

    Raises TypeError, naming the parameter, if one has no type, or a type that
    is not in JSON_TYPES.
    """
    types = get_type_hints(function)
    properties, required = {}, []
    for name, parameter in inspect.signature(function).parameters.items():
        if types.get(name) not in JSON_TYPES:
            raise TypeError(
                f"{function.__name__}: the parameter {name} needs "
                "one of the types in JSON_TYPES"
            )
        properties[name] = {"type": JSON_TYPES[types[name]]}
        if parameter.default is inspect.Parameter.empty:
            required.append(name)
    return {
        "name": function.__name__,
        "description": (inspect.getdoc(function) or "").split("\n")[0],
        "parameters": {
            "type": "object",
            "properties": properties,
            "required": required,
        },
    }


def find_problems(arguments, parameters):
    """Compare the arguments of a call with the "parameters" of a description.

    Returns a list of sentences for the model, one for each problem.
    """
    properties = parameters["properties"]
    problems = []
    for name in parameters["required"]:
        if name not in arguments:
            problems.append(f"{name} is missing")
    for name, value in arguments.items():
        if name in properties and not fits(value, properties[name]["type"]):
            wanted = properties[name]["type"]
            problems.append(
                f"{name} should be of type {wanted}, not {value!r}"
            )
    return problems


def fits(value, json_type):
    """Whether a value has a JSON type.

    Uses type() and not isinstance(), because True is an int to Python.
    """
    found = JSON_TYPES.get(type(value))
    return found == json_type or (found == "integer" and json_type == "number")


class Toolbox:
    """The tools of one agent."""

    def __init__(self):
        self.functions = {}
        self.descriptions = {}

    def offered(self):
        """What the model is told about all tools."""
        return list(self.descriptions.values())

    def tool(self, function):
        """Add a function.

        Returns the function itself, so that it can be used as a decorator.
        """
        description = describe(function)
        self.functions[description["name"]] = function
        self.descriptions[description["name"]] = description
        return function

    def run(self, call):
        """Do what a call asks for.

        Returns the result as text, or "Error: ...".
        """
        name, arguments = call["name"], call["arguments"]
        if name not in self.functions:
            known = ", ".join(self.functions)
            return f"Error: there is no tool {name!r}. You can use: {known}."
        parameters = self.descriptions[name]["parameters"]
        problems = find_problems(arguments, parameters)
        if problems:
            return f"Error: {'; '.join(problems)}."
        try:
            return str(self.functions[name](**arguments))
        except Exception as problem:
            return f"Error: {name} failed: {problem}"


def power(base, exponent):
    """Refuses powers that would keep the computer busy for hours."""
    if abs(base) > 10**6 or abs(exponent) > 100:
        raise ValueError("the numbers of this power are too large")
    return base**exponent


# What each kind of node in a syntax tree stands for. What is not here is not
# arithmetic.
OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Mod: operator.mod,
    ast.Pow: power,
    ast.USub: operator.neg,
}


def calculate(expression: str) -> str:
    """Work out an arithmetic expression, such as (2 + 3) * 4."""
    return str(evaluate(ast.parse(expression.strip(), mode="eval").body))


def evaluate(node):
    """The number a syntax tree stands for.

    Raises ValueError for everything that is not arithmetic.
    """
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        left, right = evaluate(node.left), evaluate(node.right)
        return OPERATORS[type(node.op)](left, right)
    if isinstance(node, ast.UnaryOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](evaluate(node.operand))
    raise ValueError("only numbers and + - * / % ** are allowed")


class Notes:
    """Notes, each a text file in one folder."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def path_of(self, name):
        """The Path of a note.

        Raises ValueError if that would be outside of the folder.
        """
        path = (self.folder / f"{name}.txt").resolve()
        if self.folder.resolve() not in path.parents:
            raise ValueError(
                f"the note {name} would be outside of the folder for notes"
            )
        return path

    def save_note(self, name: str, text: str) -> str:
        """Keep a note under a name."""
        path = self.path_of(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return f"Saved the note {name}."

    def read_note(self, name: str) -> str:
        """Read the note with a name."""
        path = self.path_of(name)
        if not path.exists():
            raise LookupError(f"there is no note called {name}")
        return path.read_text(encoding="utf-8")
