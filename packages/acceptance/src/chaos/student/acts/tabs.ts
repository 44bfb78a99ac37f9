import type { Act } from '../act.js';
import { sayInShell } from '../shell.js';

const ATTACHED_WITHIN_MS = 8000;

/** Opens further tabs, which watch, and closes them. */
export const watch: Act = {
  name: 'watch',
  share: 3,
  inShell: false,
  async act({ session, random }) {
    const tabs = Array.from({ length: random.between(1, 3) }, () => session.newPage({ writes: false }));
    try {
      await Promise.all(tabs.map((tab) => tab.attached(ATTACHED_WITHIN_MS)));
    } finally {
      for (const tab of tabs) tab[Symbol.dispose]();
    }
  },
};

/** Continues in another tab, which takes over; the earlier one is closed. */
export const takeOver: Act = {
  name: 'take-over',
  share: 2,
  inShell: false,
  async act({ session }) {
    const former = session.openAnotherPage();
    try {
      await session.back(ATTACHED_WITHIN_MS);
    } finally {
      former[Symbol.dispose]();
    }
    await sayInShell(session);
  },
};
