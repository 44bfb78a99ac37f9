import type { Act } from '../act.js';
import { sayInShell } from '../shell.js';

export const say: Act = {
  name: 'say',
  share: 5,
  inShell: false,
  act: async ({ session }) => void (await sayInShell(session)),
};
