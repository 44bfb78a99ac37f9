"""Checks of what may be done, and how much of it."""

from check_expect import Failed, expect, expect_equal, place, raised_at, required, show
from check_text import refusal

HOSTS = ["docs.library.example", "Library.example"]
POLICY = {
    "lend": {"mode": "allow"},
    "read": {"mode": "allow", "hosts": HOSTS},
    "pay": {"mode": "ask", "at_most": {"amount": 50, "copies": 3}},
    "burn": {"mode": "never"},
    "print": {},
}


def call(name, **arguments):
    return {"id": "call-9", "name": name, "arguments": arguments}


def denies_what_is_not_allowed(guardrails):
    knows_addresses(required(guardrails, "url_allowed"))
    judges_calls(required(guardrails, "judge"))


def knows_addresses(url_allowed):
    parts = "Which parts does urlsplit() find in this address? Print them. Compare whole hosts, not pieces of text."
    letters = "Capital letters make no difference, neither in the address nor in the list. Which method makes small ones of them?"
    for url, wanted, case in [
        ("https://docs.library.example/a/b?c=d#e", True, "An address with an allowed host"),
        ("https://library.example", True, "An address without a path"),
        ("HTTPS://LIBRARY.EXAMPLE/New", True, "An address in capital letters"),
        ("http://library.example/", False, "An address that is not https"),
        ("file:///library.example", False, "A file"),
        ("https://library.example.evil.example/", False, "A host that begins with an allowed one"),
        ("https://evillibrary.example/", False, "A host that ends with an allowed one"),
        ("https://my.library.example/", False, "A host below an allowed one, which is not in the list"),
        ("https://evil.example/?to=https://library.example/", False, "An allowed host in the wrong place"),
        ("https://library.example@evil.example/", False, "An allowed host as a user name"),
        ("https://ida.example:secret@library.example/", False, "A user name before the host"),
        ("https://library.example:8443/", False, "A port"),
        ("https://library.example:0/", False, "The port 0"),
        ("https://library.example:/", False, "An empty port"),
        ("https://@library.example/", False, "An empty user name"),
        ("https://:secret@library.example/", False, "A password without a user name"),
        ("//library.example/", False, "An address without https"),
        ("library.example", False, "A host alone"),
        ("https://library.example:[/", False, "A text that urlsplit cannot understand"),
        ("", False, "An empty text"),
        (None, False, "None instead of a text"),
        (7, False, "A number instead of a text"),
    ]:
        try:
            found = url_allowed(url, list(HOSTS))
        except NotImplementedError:
            raise
        except Exception as problem:
            raise Failed(f"{case}: url_allowed({url!r}, …) should say no instead of raising.", "What cannot be understood is not allowed. Which exceptions can urlsplit raise, and what follows it?",
                         expected=str(wanted), found=f"{type(problem).__name__}: {problem}", where=raised_at(problem, place(url_allowed)))
        expect_equal(bool(found), wanted, f"{case}: url_allowed({url!r}, {HOSTS})", letters if wanted else parts, place(url_allowed))


def judges_calls(judge):
    for wanted, given, case, hint in [
        ("allow", call("lend", book="Momo"), "A tool that is allowed", "Which mode does the policy have for it?"),
        ("allow", call("read", url="https://library.example/"), "An allowed tool with an allowed address", "Which argument holds the address?"),
        ("ask", call("pay", amount=50, copies=1), "A tool one has to ask about, with amounts that are exactly the limit, and below", "A limit may be reached."),
        ("ask", call("pay", amount=0.5, copies=3, note="thanks"), "A tool one has to ask about, with small amounts", "More than 0 is enough."),
        ("deny", call("sing"), "A tool that is not in the policy", "What does a dictionary give you for a name that it does not have?"),
        ("deny", call("Lend", book="Momo"), "A tool whose name is written differently", "Names are equal, or they are not."),
        ("deny", call("burn"), "A tool with a mode that is neither allow nor ask", "List what is allowed, and deny the rest."),
        ("deny", call("print"), "A tool without a mode", "List what is allowed, and deny the rest."),
        ("deny", call("read", url="https://evil.example/"), "An allowed tool with an address that is not", "A policy can have \"hosts\"."),
        ("deny", call("read"), "An allowed tool without the address that has to be looked at", "What is not there cannot be allowed."),
        ("deny", call("pay", amount=51, copies=1), "An amount above the limit", "Look at every argument in \"at_most\"."),
        ("deny", call("pay", amount=5, copies=4), "A second argument above its limit", "Look at every argument in \"at_most\"."),
        ("deny", call("pay", amount=0, copies=1), "An amount of 0", "It has to be more than 0."),
        ("deny", call("pay", amount=-20, copies=1), "An amount below 0, which would take money instead of giving it", "It has to be more than 0."),
        ("deny", call("pay", amount="20", copies=1), "A text instead of a number", "Ask what kind of value it is before you compare it."),
        ("deny", call("pay", amount=True, copies=1), "True instead of a number", "isinstance(True, int) is true in Python."),
        ("deny", call("pay", amount=float("nan"), copies=1), "A number that is no number (nan)", "nan > 50 is False, and so is nan <= 50. Ask whether it is within the limits, not whether it is outside."),
        ("deny", call("pay", amount=20), "A limited argument that is missing", "What is not there cannot be allowed."),
    ]:
        try:
            found = judge(given, POLICY)
        except NotImplementedError:
            raise
        except Exception as problem:
            raise Failed(f"{case}: judge should decide on {show(given)} instead of raising.", hint, expected=wanted, found=f"{type(problem).__name__}: {problem}", where=raised_at(problem, place(judge)))
        expect(isinstance(found, tuple) and len(found) == 2 and all(isinstance(part, str) for part in found), "judge should return two texts, a decision and a reason.",
               "`return \"allow\", \"\"` returns two.", expected="(decision, reason)", found=show(found), where=place(judge))
        expect_equal(found[0], wanted, f"{case}. The decision about {show(given)}", hint, place(judge))
        fits = given["name"] in found[1] if wanted == "deny" else found[1] == ""
        expect(fits, f"{case}. The reason that judge returns with \"{wanted}\" should be right.", "The model reads the reason. What does it need to know?",
               expected=f"a sentence with {given['name']}" if wanted == "deny" else "an empty text", found=show(found[1]), where=place(judge))


def keeps_the_budget(guardrails):
    Budget = required(guardrails, "Budget")
    budget = Budget(calls=4, cents=100)
    where = place(Budget.charge)
    for cost, fits in [(100, True), (101, False), (0, True)]:
        expect_equal(bool(budget.fits(cost)), fits, f"With 4 calls and 100 cents left, whether {cost} cents fit,", "Using all of it up is fine.", place(Budget.fits))
    expect_equal((budget.calls, budget.cents), (4, 100), "The calls and cents left, after fits was asked,", "fits only looks.", place(Budget.fits))
    budget.charge(30)
    budget.charge(0)
    expect_equal((budget.calls, budget.cents), (2, 70), "The calls and cents left, after 30 and 0 cents were charged,", "Each charge takes one call, and its cents.", where)
    refusal(guardrails, lambda: budget.charge(71), "Charging 71 cents with 70 left", where)
    expect_equal((budget.calls, budget.cents), (2, 70), "The calls and cents left, after a charge was refused,", "What does not fit takes nothing: look first, then take.", where)
    budget.charge(70)
    budget.charge(0)
    expect_equal((budget.calls, budget.cents), (0, 0), "The calls and cents left, when all is used up,", "Using all of it up is fine.", where)
    expect_equal(bool(budget.fits(0)), False, "Without calls left, whether a call for 0 cents fits,", "Two things can be used up.", place(Budget.fits))
    refusal(guardrails, lambda: budget.charge(0), "Charging a call when none is left", where)
