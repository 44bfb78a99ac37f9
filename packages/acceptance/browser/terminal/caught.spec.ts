import { expect } from '@playwright/test';
import { differencesFromTmux, pageViewer, type TmuxPane, tmux } from '../../src/index.js';
import { test } from '../classroom/classroom.js';
import { feed } from '../classroom/drawing.js';
import { openCorpus } from './corpus-files.js';

test.use({ machine: { agents: [] }, daemonFlags: ['--agent', 'shell'] });

/** What is in the second row of a line. */
const WRAPPED = '0'.repeat(50);

/** What the shell shows: a row that is erased in blue, and one line in two rows. */
const SHOWN = String.raw`clear; printf '\033[44mblue\033[K\033[0m\n%0150d\n' 0; echo shown $((40 + 2))`;

/** A fault of a page: what it draws that tmux does not hold, and what is wrong then. Text comes where it was. */
const FAULTS = [
  ['chars', 1, '\x1b[1;1H\x1b[44mB\x1b[0m'],
  ['fg', 1, '\x1b[1;1H\x1b[44;31mb\x1b[0m'],
  ['bg', 1, '\x1b[1;1H\x1b[41mb\x1b[0m'],
  ['bg', 96, '\x1b[1;5H\x1b[0m\x1b[K'],
  ['attributes', 1, '\x1b[1;1H\x1b[44;1mb\x1b[0m'],
  ['link', 1, '\x1b[1;1H\x1b[44m\x1b]8;;https://example.test/\x1b\\b\x1b]8;;\x1b\\\x1b[0m'],
  ['wrap', 1, `\x1b[3;1H\x1b[K${WRAPPED}`],
] as const;

const CURSOR_FAULTS = [
  ['cursor', '\x1b[2;2H', '\x1b[5;10H'],
  ['cursor visible', '\x1b[?25l', '\x1b[?25h'],
  ['cursor shape', '\x1b[3 q', '\x1b[0 q'],
] as const;

/** tmux draws all again. */
async function redraw({ server, session }: TmuxPane): Promise<void> {
  const clients = await tmux(server, 'list-clients', '-t', `=${session}`, '-F', '#{client_tty}');
  for (const tty of clients.trim().split('\n')) await tmux(server, 'refresh-client', '-t', tty);
}

test('a page with any one fault is caught', async ({ practice, classroom }) => {
  const { page } = practice;
  const corpus = await openCorpus(practice, classroom);
  const { pane } = classroom;
  const fields = async () => (await differencesFromTmux(pane, pageViewer(page))).map(({ field }) => field);
  await corpus.run(SHOWN, /^shown 42$/m);
  for (const [field, cells, drawn] of FAULTS) {
    await test.step(`${field} of ${cells}`, async () => {
      await feed(page, `\x1b7${drawn}\x1b8`);
      expect(await fields()).toEqual(Array(cells).fill(field));
      await redraw(pane);
      await corpus.compare();
    });
  }
  for (const [field, fault, mended] of CURSOR_FAULTS) {
    await test.step(field, async () => {
      await feed(page, fault);
      expect(await fields()).toContain(field);
      await feed(page, mended);
      await corpus.compare();
    });
  }
});

test('a key that does not arrive is caught', async ({ practice, classroom }) => {
  const corpus = await openCorpus(practice, classroom);
  await corpus.press([['x', /\$ x/]]);
  await practice.terminal.evaluate((host) => {
    const { terminal } = (host as unknown as { practiceTerminal: { terminal: { options: { disableStdin: boolean } } } })
      .practiceTerminal;
    terminal.options.disableStdin = true;
  });
  corpus.effectWithinMs = 1000;
  await expect(corpus.press([['y']])).rejects.toThrow('y had no effect');
});
