import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Act } from '../act.js';
import { holds } from './files.js';

const DRAWN_WITHIN_MS = 8000;

/** Writes a file in vim, and stays in it at times. */
export const vim: Act = {
  name: 'vim',
  share: 3,
  inShell: true,
  async act({ world, session, random }) {
    const name = `vim-${world.nextNumber()}.txt`;
    const [text, stays] = [random.word(30), random.chance(0.5)];
    session.page.type(`vim -u NONE -N -n ${name}\r`);
    await session.page.shows('~', DRAWN_WITHIN_MS);
    session.page.type(`i${text}\x1b`);
    await session.page.shows(text, DRAWN_WITHIN_MS);
    session.page.type(stays ? ':w\r' : ':wq\r');
    const path = join(session.workspace, name);
    await holds(path, `${text}\n`);
    world.ledger.remember(path, `${text}\n`);
  },
};

/** Pages through a long text, and stays in it at times. */
export const less: Act = {
  name: 'less',
  share: 2,
  inShell: true,
  async act({ world, session, random }) {
    const [word, stays] = [random.word(), random.chance(0.5)];
    const name = `long-${world.nextNumber()}.txt`;
    const text = `${word}\n${Array.from({ length: 500 }, (_, n) => `${n}\n`).join('')}the end of ${word}\n`;
    const path = join(session.workspace, name);
    await writeFile(path, text);
    world.ledger.remember(path, text);
    session.page.type(`less ${name}\r`);
    await session.page.shows(`${word}\n0\n`, DRAWN_WITHIN_MS);
    session.page.type('G');
    await session.page.shows(`the end of ${word}`, DRAWN_WITHIN_MS);
    if (!stays) session.page.type('q');
  },
};
