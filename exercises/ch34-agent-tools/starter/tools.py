"""Tools: functions an agent may use, and what a model is told about them."""

import ast
import inspect
import operator
from pathlib import Path
from typing import get_type_hints

# The types a parameter may have, and what they are called in a JSON schema.
JSON_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}


# --- 1. What the model is told about a tool ----------------------------------


def describe(function):
    """Describe a function so that a model knows how to call it.

    For   def roll(sides: int, times: int = 1) -> str:
              '''Roll a die.'''

    it is {
        "name": "roll",
        "description": "Roll a die.",  the first line of the docstring
        "parameters": {
            "type": "object",
            "properties": {
                "sides": {"type": "integer"},
                "times": {"type": "integer"},
            },
            "required": ["sides"],     those without a default value, in order
        },
    }

    Raises TypeError, naming the parameter, if one has no type, or a type that
    is not in JSON_TYPES.

    Useful: inspect.signature(function).parameters, inspect.getdoc(function),
    get_type_hints(function). A parameter without a default value has
    parameter.default is inspect.Parameter.empty
    """
    raise NotImplementedError("describe() is not written yet")


# --- 2. What the model is told about its mistakes ----------------------------


def find_problems(arguments, parameters):
    """Compare the arguments of a call with the "parameters" of a description.

    arguments   what the model wants to hand over, such as {"sides": "six"}
    parameters  as in describe()

    Returns a list of sentences for the model, one for each problem, and an
    empty list if all is well:
      * a required argument is missing: the sentence names it
      * an argument is not known: the sentence names it
      * a value has the wrong type: the sentence names the argument and the
        type it should have, such as
        "sides should be of type integer, not 'six'"

    An integer is also fine where a "number" is wanted. True and False are
    "boolean" and nothing else, although Python counts them as integers.
    """
    raise NotImplementedError("find_problems() is not written yet")


# --- 3. The tools together ---------------------------------------------------


class Toolbox:
    """The tools of one agent.

      functions     a dictionary from each tool's name to its function
      descriptions  a dictionary from each tool's name to what describe()
                    says about it
    """

    def __init__(self):
        self.functions = {}
        self.descriptions = {}

    def offered(self):
        """What the model is told about all tools."""
        return list(self.descriptions.values())

    def tool(self, function):
        """Add a function.

        Returns the function itself, so that it can be used as a decorator:

            @toolbox.tool
            def roll(sides: int) -> str: ...
        """
        raise NotImplementedError("Toolbox.tool() is not written yet")

    def run(self, call):
        """Do what a call asks for, such as
        {"id": "call-1", "name": "roll", "arguments": {"sides": 6}}.

        Returns a string, in every case:
          * what the function returned, as text
          * "Error: ..." if there is no such tool, naming it and every tool
            there is
          * "Error: ..." with everything find_problems() has to say; the
            function is not called then
          * "Error: ..." with what the exception says, if the function raises
            one
        """
        raise NotImplementedError("Toolbox.run() is not written yet")


# --- 4. A calculator that calculates, and nothing else -----------------------


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

    Never use eval(): the text comes from outside.

    The tree of "2 + 3 * 4" is
      BinOp(left=Constant(2), op=Add(), right=BinOp(...))
    To look at it, start python3 and type
      import ast
      print(ast.dump(ast.parse('2 + 3 * 4', mode='eval').body, indent=2))

      ast.Constant   node.value is the number, if its type is int or float
      ast.BinOp      two parts, node.left and node.right; the type of node.op
                     is a key of OPERATORS
      ast.UnaryOp    one part, node.operand; the type of node.op is a key of
                     OPERATORS

    Raises ValueError for everything else: names, calls, texts, lists, and
    operators not in the table.
    """
    raise NotImplementedError("evaluate() is not written yet")


# --- 5. Notes that stay where they belong ------------------------------------


class Notes:
    """Notes, each a text file in one folder."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def path_of(self, name):
        """The Path of a note: the file called name + ".txt" in the folder.

        Raises ValueError if that would be outside of the folder, be it by
        "../", by a name such as "/etc/passwd", or because there is a link in
        the folder that leads out of it.

        Useful: path.resolve() follows every ".." and every link; path.parents
        are the folders above it.
        """
        raise NotImplementedError("Notes.path_of() is not written yet")

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
