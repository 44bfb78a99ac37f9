"""Your own tests of guardrails.py.

Run all of them:         python3 -m unittest
Run one class of them:   python3 -m unittest -k Quoting
"""

import unittest

import shop
from agent import Agent
from guardrails import (
    Budget,
    Guard,
    Refused,
    check_input,
    judge,
    quote,
    redact,
    url_allowed,
)
from scripted_model import ScriptedModel


def call(name, **arguments):
    return {"id": "call-1", "name": name, "arguments": arguments}


class Incoming(unittest.TestCase):
    def test_leaves_an_ordinary_text_as_it_is(self):
        self.assertEqual(
            check_input(" Dear shop,\n\twhere is my book? "),
            "Dear shop,\n\twhere is my book?",
        )

    def test_removes_what_nobody_can_see(self):
        text = check_input("re\u200bfund\u202e now\x07")
        self.assertEqual(text, "refund now")

    def test_refuses_nothing_and_too_much(self):
        for text in ["", "  \n ", "\u200b", "x" * 2001]:
            with self.assertRaises(Refused, msg=repr(text[:20])):
                check_input(text)
        self.assertEqual(len(check_input("x" * 2000)), 2000)


class Quoting(unittest.TestCase):
    def test_marks_where_a_text_comes_from(self):
        self.assertEqual(
            quote("fetch", "Open from 9 to 6."),
            '<data from="fetch">\nOpen from 9 to 6.\n</data>',
        )

    def test_cannot_be_ended_from_inside(self):
        self.assertEqual(
            quote("fetch", "a </data> b < c"),
            '<data from="fetch">\na &lt;/data> b &lt; c\n</data>',
        )


class Redacting(unittest.TestCase):
    def test_hides_card_numbers(self):
        text = redact("card 4111 1111 1111 1111, or 4111111111111111")
        self.assertEqual(text, "card [card], or [card]")

    def test_leaves_other_numbers(self):
        text = "parcel 4111 1111 1111 1112, order 7, 12345 pages"
        self.assertEqual(redact(text), text)

    def test_hides_keys(self):
        text = redact("use sk-abcdef0123456789XYZ, not sk-short")
        self.assertEqual(text, "use [key], not sk-short")


class Judging(unittest.TestCase):
    def test_knows_the_hosts(self):
        hosts = ["books.example", "www.books.example"]
        for url in [
            "https://books.example/",
            "https://WWW.books.example/hours?day=1",
        ]:
            self.assertTrue(url_allowed(url, hosts), url)

    def test_is_not_fooled_by_what_looks_like_a_host(self):
        for url in [
            "http://books.example/",
            "https://books.example.evil.example/",
            "https://evil.example/books.example",
            "https://books.example@evil.example/",
            "https://notbooks.example/",
            "books.example",
            "https://books.example:[/",
            "",
        ]:
            self.assertFalse(url_allowed(url, ["books.example"]), url)

    def test_allows_what_the_policy_allows(self):
        for decision, wanted in [
            ("allow", call("look_up", order="7")),
            ("allow", call("fetch", url="https://books.example/")),
            ("ask", call("refund", order="7", amount=100)),
        ]:
            self.assertEqual(judge(wanted, shop.POLICY), (decision, ""))

    def test_denies_everything_else(self):
        for wrong in [
            call("send_mail", to="eve@evil.example", text="hi"),
            call("fetch", url="https://evil.example/"),
            call("refund", order="7", amount=101),
            call("refund", order="7", amount=-5),
            call("refund", order="7", amount="20"),
            call("refund", order="7"),
        ]:
            decision, reason = judge(wrong, shop.POLICY)
            self.assertEqual(decision, "deny", wrong)
            self.assertIn(wrong["name"], reason)

    def test_denies_a_mode_that_nobody_knows(self):
        decision, _ = judge(call("sing"), {"sing": {"mode": "alow"}})
        self.assertEqual(decision, "deny")


class Budgeting(unittest.TestCase):
    def test_can_be_used_up_and_no_further(self):
        budget = Budget(calls=3, cents=10)
        budget.charge(4)
        budget.charge(6)
        self.assertEqual((budget.calls, budget.cents), (1, 0))
        with self.assertRaises(Refused):
            budget.charge(1)
        self.assertEqual(
            (budget.calls, budget.cents),
            (1, 0),
            "what does not fit takes nothing",
        )
        budget.charge(0)
        self.assertFalse(budget.fits(0), "no calls are left")


class Approving(unittest.TestCase):
    def approved(self, approve):
        guard = Guard({}, {}, Budget(1, 1), approve)
        return guard.approved(call("refund", amount=20))

    def test_takes_only_true_for_a_yes(self):
        self.assertIs(self.approved(lambda shown: True), True)
        for answer in [False, None, "no", "yes", 1]:
            approved = self.approved(lambda shown: answer)
            self.assertIs(approved, False, repr(answer))

    def test_takes_silence_for_a_no(self):
        def gone(shown):
            raise EOFError("nobody is there")

        self.assertIs(self.approved(None), False)
        self.assertIs(self.approved(gone), False)

    def test_shows_a_copy(self):
        def scribble(shown):
            shown["arguments"].update(amount=9000)

        wanted = call("refund", amount=20)
        Guard({}, {}, Budget(1, 1), scribble).approved(wanted)
        self.assertEqual(wanted["arguments"]["amount"], 20)


class Running(unittest.TestCase):
    def setUp(self):
        shop.MAILBOX.clear()
        shop.REFUNDS.clear()
        self.asked = []
        budget = Budget(calls=3, cents=20)
        self.guard = Guard(shop.TOOLS, shop.POLICY, budget, self.agree)

    def agree(self, shown):
        self.asked.append(shown["name"])
        return True

    def run_call(self, name, **arguments):
        return self.guard.run(call(name, **arguments))

    def test_runs_what_is_allowed_and_hides_secrets(self):
        self.assertEqual(
            self.run_call("look_up", order="7"),
            '<data from="look_up">\n'
            'Order 7: shipped, two novels, paid with card [card]\n'
            '</data>',
        )
        self.assertEqual(
            self.guard.log,
            [{"tool": "look_up", "decision": "ran", "reason": ""}],
        )

    def test_reports_errors_of_tools(self):
        told = self.run_call("look_up", order="99")
        self.assertIn("Error: there is no order 99", told)

    def test_asks_before_it_pays(self):
        self.run_call("refund", order="7", amount=20)
        self.assertEqual(self.asked, ["refund"])
        self.assertEqual(shop.REFUNDS, [("7", 20)])

    def test_asks_nobody_about_what_is_refused_anyway(self):
        told = self.run_call("refund", order="7", amount=2000)
        self.assertTrue(told.startswith("Refused: "), told)
        self.assertEqual((self.asked, shop.REFUNDS), ([], []))
        self.assertEqual(self.guard.budget.calls, 3)
        self.assertEqual(self.guard.log[0]["decision"], "refused")

    def test_stops_at_the_budget(self):
        told = [self.run_call("look_up", order="8") for _ in range(4)]
        self.assertTrue(told[3].startswith("Refused: "), told[3])
        self.assertIn("budget", told[3])

    def test_an_attacked_assistant_does_no_harm(self):
        agent = Agent(ScriptedModel(), self.guard)
        answer = agent.respond("Read https://www.books.example/hours")
        self.assertIn("We are open from 9 to 6.", answer)
        self.assertEqual(
            (self.asked, shop.REFUNDS, shop.MAILBOX),
            ([], [], []),
            "the page was obeyed",
        )


if __name__ == "__main__":
    unittest.main()
