import type { Invariant } from '../invariant.js';

export const files: Invariant = {
  name: 'files',
  holds: 'every file is where and as the student left it',
  check: ({ ledger }) => ledger.check(),
};
