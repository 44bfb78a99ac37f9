import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '../../../machine/wait-until.js';
import type { Act } from '../act.js';

const WRITTEN_WITHIN_MS = 8000;

/** By a command in the terminal. Only what is seen on the disk is remembered: a command may be lost on its way. */
export const write: Act = {
  name: 'write',
  share: 5,
  inShell: true,
  async act({ world, session, random }) {
    const name = `written-${world.nextNumber()}.txt`;
    const text = random.word(40);
    session.page.type(`printf '%s\\n' ${text} > ${name}\r`);
    const path = join(session.workspace, name);
    await holds(path, `${text}\n`);
    world.ledger.remember(path, `${text}\n`);
  },
};

/** In the student's own editor, outside the terminal: a new file, or over one of the last. */
export const save: Act = {
  name: 'save',
  share: 4,
  inShell: false,
  async act({ world, session, random }) {
    const path = join(session.workspace, `saved-${random.between(1, 5)}.txt`);
    const text = `${random.word(random.between(1, 2000))}\n`;
    // As editors do: whole or not at all.
    await writeFile(`${path}.swp`, text);
    await rename(`${path}.swp`, path);
    world.ledger.remember(path, text);
  },
};

/** Resolves when the file has this text. */
export async function holds(path: string, text: string, withinMs = WRITTEN_WITHIN_MS): Promise<void> {
  await waitUntil(
    async () => (await readFile(path, 'utf8').catch(() => '')) === text || undefined,
    () => `${path} does not hold what was written`,
    withinMs,
  );
}
