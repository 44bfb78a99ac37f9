// How a check says that a criterion is not met.

/**
 * A criterion is not met. `message` says what was expected and found, `hint` nudges. `facts` are the
 * texts `expected`, `found` and `where` (such as "loop.mjs:31"), if they can be given separately.
 */
export class Failed extends Error {
  constructor(message, hint, facts = {}) {
    super(message);
    this.hint = hint;
    this.facts = facts;
  }
}
