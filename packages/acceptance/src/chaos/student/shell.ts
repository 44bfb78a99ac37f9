import { setTimeout as pause } from 'node:timers/promises';
import { tmux } from '../../machine/tmux.js';
import type { Practised } from '../world/practised.js';

/** How long a shell may take to say something; the machine may be busy. */
const SAYS_WITHIN_MS = 15_000;
/** How long one try to leave a program may take before the next. */
const LEAVES_WITHIN_MS = 700;

/** How to leave each program that the student may be in; any other usually takes Ctrl+C. */
const WAYS_OUT: Readonly<Record<string, string>> = { vim: '\x1b\x1b:q!\r', less: 'q' };
const CTRL_C = '\x03';
/** Tried in turn if the program is another, or does not react. */
const ANY_WAY_OUT = [CTRL_C, ...Object.values(WAYS_OUT)] as const;
/** Clears what is half typed in the line, in a shell and in programs that read lines. */
const CTRL_U = '\x15';

/** How often to look whether the agent has ended. */
const AGENT_LOOK_MS = 500;

let marks = 0;

/** What runs in front in the session's terminal, as tmux sees it. */
async function programOf({ pane }: Practised): Promise<string> {
  return (await tmux(pane.server, 'display-message', '-p', '-t', pane.target, '#{pane_current_command}')).trim();
}

/** Who answers what is typed. */
export type Answerer = 'shell' | 'agent';

/**
 * Leaves whatever runs, through the page, until the shell answers what is typed, or the agent hears it.
 * Rejects if neither ever does.
 */
export async function comeToPrompt(session: Practised, withinMs = SAYS_WITHIN_MS): Promise<Answerer> {
  const deadline = performance.now() + withinMs;
  for (let tries = 0; ; tries += 1) {
    const program = await programOf(session);
    const isQuiet = program === 'bash' && tries === 0;
    const known = tries < 2 ? WAYS_OUT[program] : undefined;
    if (!isQuiet) session.page.type(known ?? ANY_WAY_OUT[tries % ANY_WAY_OUT.length] ?? CTRL_C);
    const answerer = await sayInShell(session, LEAVES_WITHIN_MS).catch(() => undefined);
    if (answerer !== undefined) return answerer;
    if (performance.now() > deadline)
      throw new Error(`nothing answers in ${program}; the page shows ${shown(session)}`);
  }
}

/** Rejects unless the shell says what is typed, or the agent hears it, and the page shows that. */
export async function sayInShell({ page }: Practised, withinMs = SAYS_WITHIN_MS): Promise<Answerer> {
  marks += 1;
  const [said, heard] = [`said-${marks + 100_000}`, `heard echo said-$((${marks} `];
  page.type(`${CTRL_U}echo said-$((${marks} + 100000))\r`);
  const text = () => page.lines().join('\n');
  await page.until(() => text().includes(said) || text().includes(heard), said, withinMs);
  return text().includes(said) ? 'shell' : 'agent';
}

/** Waits for the agent to be done, and leaves whatever else runs. Rejects if no shell comes. */
export async function comeToShell(session: Practised): Promise<void> {
  const deadline = performance.now() + SAYS_WITHIN_MS;
  while (performance.now() < deadline) {
    if ((await comeToPrompt(session)) === 'shell') return;
    await pause(AGENT_LOOK_MS);
  }
  throw new Error('the agent does not end');
}

function shown({ page }: Practised): string {
  const lines = page.lines().filter((line) => line !== '');
  return JSON.stringify(lines.slice(-3));
}
