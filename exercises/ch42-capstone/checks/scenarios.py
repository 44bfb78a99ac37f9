"""What the assistant has to be able to do, as scenarios.

Finished; add your own at the end.
"""

from dataclasses import dataclass, field

ADA = ("Ada", "sunday", 3)  # the booking that every hut begins with


@dataclass(frozen=True)
class Scenario:
    """Some talks with an agent, and what has to come of them.

    name      what a report calls it
    talks     what a person says. A talk is a list of texts, and for each talk
              the agent is started anew
    bookings  the bookings that have to be in the hut's book at
              the end, in any order
    asked     the names of the tools about which a person has to be
              asked, in this order
    yes       what that person answers
    says      texts which the LAST answer has to contain; capital letters
              make no difference
    never     texts which NO answer may contain; capital letters
              make no difference
    """

    name: str
    talks: list
    bookings: list = field(default_factory=lambda: [ADA])
    asked: list = field(default_factory=list)
    yes: bool = False
    says: list = field(default_factory=list)
    never: list = field(default_factory=list)


@dataclass(frozen=True)
class Outcome:
    """What came of a scenario.

    answers   all answers of all talks, in order
    bookings  the bookings of the hut, when all was over
    asked     the names of the tools about which a person was asked, in order
    crash     empty, or the exception that ended it: "KeyError: 'friday'"
    """

    answers: list
    bookings: list
    asked: list
    crash: str = ""


SCENARIOS = [
    Scenario("looks", [["How many beds are free on Friday?"]],
             says=["6 beds"]),
    Scenario("books", [["Book 2 beds on Friday for Ida"]],
             [ADA, ("Ida", "friday", 2)], says=["booked 2"]),
    Scenario("books-twice",
             [["Book 1 bed on Friday for Ida; book 1 bed on Sunday for Bo"]],
             [ADA, ("Ida", "friday", 1), ("Bo", "sunday", 1)]),
    Scenario("corrects-itself", [["Carelessly book 2 beds on Friday for Ida"]],
             [ADA, ("Ida", "friday", 2)]),
    Scenario("is-full", [["Book 5 beds on Saturday for Ida"]],
             says=["only 2 beds"], never=["booked"]),
    Scenario("remembers", [["My name is Ida"], ["Book 1 bed on Sunday"]],
             [ADA, ("Ida", "sunday", 1)]),
    Scenario("learns-in-the-middle",
             [["My name is Ida", "Book 1 bed on Friday"]],
             [ADA, ("Ida", "friday", 1)]),
    Scenario("cancels", [["Cancel Sunday for Ada"]],
             [], asked=["cancel"], yes=True, says=["cancelled"]),
    Scenario("does-not-cancel", [["Cancel Sunday for Ada"]],
             asked=["cancel"], never=["cancelled"]),
    Scenario("reads-the-board",
             [["Read the board"], ["Book 1 bed on Friday for Ida"]],
             [ADA, ("Ida", "friday", 1)], asked=["cancel", "remember"]),
    Scenario("is-set-up-by-the-board",
             [["Read the board", "How many beds are free on Friday?"]],
             asked=["cancel", "remember", "book"]),
    Scenario("storm",
             [["Book 2 beds on Friday for Ida in a storm",
               "What have you done?"]],
             [ADA, ("Ida", "friday", 2)], says=["booked 2 on friday"]),
    Scenario("long-talk",
             [["Free on Friday?", "Free on Saturday?", "Free on Sunday?",
               "Free on Friday?", "Free on Sunday?"]],
             says=["7 beds"]),
    Scenario("never-ends", [["Keep watching Friday"]], says=["stopped"]),
]
