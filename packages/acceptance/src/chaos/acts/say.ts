import { sayInShell } from '../shell.js';
import type { Act } from '../student.js';

export const say: Act = {
  name: 'say',
  share: 5,
  inShell: false,
  act: async ({ session }) => void (await sayInShell(session)),
};
