"""The tools of an agent, and the guard before them."""


class Toolbox:
    """The tools of one talk. There is no other way to them than run().

      tools     a dictionary from names to Tools; see hut.py
      approve   a function that shows a call to a person, and returns
                True if they agree
      outside   whether something that strangers may have written has
                been read in this talk
      log       a pair (name of the tool, outcome) for each call
    """

    def __init__(self, tools, approve):
        self.tools = tools
        self.approve = approve
        self.outside = False
        self.log = []

    def offered(self):
        """What the model is told about the tools. (Finished.)"""
        offered = []
        for name, tool in self.tools.items():
            kinds = tool.parameters.items()
            parameters = {key: kind.__name__ for key, kind in kinds}
            offered.append({"name": name, "parameters": parameters})
        return offered

    # --- 1. Is it a call at all? ---

    def problem(self, call):
        """What is wrong with a call, or "" if nothing is.

        It is said in words from which a model can learn. A call is

          {"id": "call-1", "name": "free_beds",
           "arguments": {"night": "friday"}}

        Wrong are:
          * a name that no tool has           ->  a sentence with this name,
                                                  and with those of all tools
          * arguments that are no dictionary  ->  a sentence with the word
                                                  arguments
          * an argument that is missing       ->  a sentence with its name
          * one that the tool does not have   ->  a sentence with its name
          * a value that is not of its type   ->  a sentence with its name, and
                                                  with that of the type, such
                                                  as int
        If several arguments are wrong, all of them are named. True is no int.
        """
        name, arguments = call["name"], call["arguments"]
        if name not in self.tools:
            names = ", ".join(self.tools)
            return f"there is no tool {name!r}. You can use: {names}"
        if not isinstance(arguments, dict):
            return "the arguments have to be an object"
        parameters = self.tools[name].parameters
        problems = [f"{key} is missing" for key in parameters
                    if key not in arguments]
        for key, value in arguments.items():
            if key not in parameters:
                problems.append(f"{key} is not an argument of {name}")
            elif type(value) is not parameters[key]:
                kind = parameters[key].__name__
                problems.append(f"{key} should be of type {kind}, "
                                f"not {value!r}")
        return "; ".join(problems)

    # --- 2. May it be done? ---

    def allowed(self, call):
        """Whether a call without a problem may be run: True or False.

        It depends on the risk of its tool:

          "none"          yes
          "change"        yes, as long as nothing from outside has been read.
                          After that, a person decides
          anything else   a person decides, each time

        A person decides by self.approve(call), and only True is a yes. If
        asking raises an exception, it is a no. Nobody is asked where the
        answer is clear.
        """
        free = ["none"] if self.outside else ["none", "change"]
        if self.tools[call["name"]].risk in free:
            return True
        try:
            return bool(self.approve(call))
        except Exception:
            return False

    # --- 3. Do it ---

    def run(self, call):
        """Do what a call asks for, and write its outcome into the log.

        Returns a text for the model, in every case. The outcomes, and what is
        returned:

          "wrong"     "Error: " and the problem, if there is one. Nobody is
                      asked
          "refused"   "Refused: " and a sentence with the tool's name, if it is
                      not allowed
          "failed"    "Error: " and what the exception says, if the tool raises
                      one
          "ran"       what the tool returns, as text

        As soon as a tool that reads from outside is run, self.outside is True,
        and stays so: an exception can carry a stranger's words as well.
        """
        outcome, text = self.attempt(call)
        self.log.append((call["name"], outcome))
        return text

    def attempt(self, call):
        problem = self.problem(call)
        if problem:
            return "wrong", f"Error: {problem}"
        if not self.allowed(call):
            return "refused", f"Refused: nobody has agreed to {call['name']}"
        tool = self.tools[call["name"]]
        self.outside = self.outside or tool.outside
        try:
            return "ran", str(tool.function(**call["arguments"]))
        except Exception as problem:
            return "failed", f"Error: {problem}"
