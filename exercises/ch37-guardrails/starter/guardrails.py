"""Guards around an agent: on what comes in, on what goes out, and on what it
does.
"""

import copy
import re
import unicodedata
from urllib.parse import urlsplit

MAX_INPUT = 2000

# 13 to 19 digits, perhaps with a space or a hyphen between two of them. Most
# such numbers are no card numbers.
LONG_NUMBER = re.compile(r"\b\d(?:[ -]?\d){12,18}\b")


class Refused(Exception):
    """Something may not be done. The text says what, and why."""


def passes_luhn(digits):
    """Whether the last digit fits the others, as it does in every card number.

    `digits` is a text of digits only.
    """
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


# --- 1. What comes in --------------------------------------------------------


def check_input(text):
    """The text of a user, without characters that nobody can see.

    Those are the characters whose unicodedata.category() is "Cc" (control) or
    "Cf" (format), except for the line end "\\n" and the tab "\\t". Space
    around the rest is removed as well.

    Raises Refused if nothing is left, or if what is left has more than
    MAX_INPUT characters; then the exception names how many there are and how
    many there may be.
    """
    raise NotImplementedError("check_input() is not written yet")


# --- 2. What comes from elsewhere --------------------------------------------


def quote(source, text):
    """Marks a text from outside, so that a model can tell it from what people
    ask of it:

        <data from="fetch">
        We are open from 9 to 6.
        </data>

    The text cannot end the marking or begin another one: between the two
    lines there is no "<" left. Each is replaced by "&lt;". Everything else in
    the text stays as it is. `source` is a name of ours.
    """
    raise NotImplementedError("quote() is not written yet")


# --- 3. What goes out --------------------------------------------------------


def redact(text):
    """The text without secrets:
      * a LONG_NUMBER whose digits pass Luhn's test is a card number, and
        becomes "[card]"
      * "sk-" with 16 or more letters and digits right behind it is a key, and
        becomes "[key]"

    Other numbers, and everything else, stay as they are.
    """
    raise NotImplementedError("redact() is not written yet")


# --- 4. What may be done -----------------------------------------------------


def url_allowed(url, hosts):
    """Whether an address may be read: a text that begins with https, with a
    host that IS one of `hosts`.

    Capital letters make no difference. No user name before the host and no
    port behind it, not even empty ones with their "@" and ":". What cannot be
    understood is not allowed; this function never raises.

    Useful: urlsplit(url) has scheme, hostname, username and netloc. It raises
    ValueError for some texts.
    """
    raise NotImplementedError("url_allowed() is not written yet")


def judge(call, policy):
    """Decide on a call, such as

        {"id": "call-1", "name": "refund",
         "arguments": {"order": "7", "amount": 20}}

    policy   a dictionary from names of tools to
        "mode"      "allow", or "ask" if a person has to agree
        "hosts"     if it is there: the argument "url" has to be allowed by
                    url_allowed()
        "at_most"   if it is there: a dictionary from names of arguments to
                    limits. Each of these arguments has to be there, a number
                    (True is none), more than 0, and at most the limit

    Returns two things, (decision, reason): "allow" or "ask" with an empty
    reason, or "deny" with a sentence that names the tool. What the policy does
    not allow is denied: a tool that is not in it, and a mode it does not know.
    """
    raise NotImplementedError("judge() is not written yet")


# --- 5. How much of it -------------------------------------------------------


class Budget:
    """How many calls there may be, and how many cents they may cost, all
    together.

      calls   calls left
      cents   cents left
    """

    def __init__(self, calls, cents):
        self.calls = calls
        self.cents = cents

    def fits(self, cost):
        """Whether one more call that costs so many cents is within the budget.

        Using all of it up is fine.
        """
        raise NotImplementedError("Budget.fits() is not written yet")

    def charge(self, cost):
        """Take one call and its cents off the budget.

        Raises Refused, and takes nothing, if it does not fit.
        """
        raise NotImplementedError("Budget.charge() is not written yet")


# --- 6. and 7. All guards together -------------------------------------------


class Guard:
    """Stands between a model and its tools.

      tools     a dictionary from names to functions
      policy    as in judge(); there a tool may also have a "cost", in cents.
                Without it, it costs 0
      budget    a Budget
      approve   a function that shows a call to a person and returns True if
                they agree; or None
      log       a list with one dictionary for each call:
                {"tool": name, "decision": ..., "reason": ...}
    """

    def __init__(self, tools, policy, budget, approve=None):
        self.tools = tools
        self.policy = policy
        self.budget = budget
        self.approve = approve
        self.log = []

    def approved(self, call):
        """Whether a person agrees to a call: True or False.

        They are shown a copy of the whole call, so that whatever happens to
        that, what they have agreed to is what is done. Only True is a yes. If
        there is nobody to ask, or asking fails, the answer is no.
        """
        raise NotImplementedError("Guard.approved() is not written yet")

    def run(self, call):
        """Do what a call asks for, if every guard agrees. Returns a text for
        the model, in every case.

        In this order:
          1. judge() denies it         ->  "Refused: " and its reason
          2. the budget does not fit   ->  "Refused: " and a sentence with the
                                           word budget
          3. it says "ask", and the
             person does not agree     ->  "Refused: " and a sentence with the
                                           name of the tool
          4. it is charged and run: tools[name](**arguments). What it returns,
             or "Error: " and what its exception says, is redacted, and then
             quoted with the tool's name as its source

        A refused call costs nothing, and nobody is asked about one that is
        refused anyway. Each call adds one entry to the log: its decision is
        "ran" or "refused"; its reason is the sentence after "Refused: ", or
        empty.
        """
        raise NotImplementedError("Guard.run() is not written yet")
