import { join } from 'node:path';
import type { Act } from '../act.js';
import { holds } from './files.js';

const STARTED_WITHIN_MS = 8000;
const LINES = [5, 400] as const;
const CTRL_D = '\x04';

/** Pastes a text into a file. */
export const paste: Act = {
  name: 'paste',
  share: 2,
  inShell: true,
  async act({ world, session, random }) {
    const number = world.nextNumber();
    const text = Array.from({ length: random.between(...LINES) }, () => `${random.word(60)}\n`).join('');
    const path = join(session.workspace, `pasted-${number}.txt`);
    session.page.type(
      `stty -echo; echo ready-$((${number} + 300000)); cat > pasted-${number}.txt || cat > /dev/null; stty echo\r`,
    );
    await session.page.shows(`ready-${number + 300_000}`, STARTED_WITHIN_MS);
    const answered = session.page.frames.get('pasted') ?? 0;
    session.page.send({ type: 'paste', bytes: text.length });
    session.page.type(text);
    const pasted = () => (session.page.frames.get('pasted') ?? 0) > answered;
    await session.page.until(pasted, 'the answer to a paste', STARTED_WITHIN_MS);
    session.page.type(CTRL_D);
    await holds(path, text);
    world.ledger.remember(path, text);
  },
};
