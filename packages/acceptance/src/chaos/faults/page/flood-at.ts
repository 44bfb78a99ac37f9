import type { Random } from '../../random.js';
import { comeToShell } from '../../student/shell.js';
import type { Practised } from '../../world/practised.js';

/** Lets a session print without end. Gives its end, which is Ctrl+C. */
export async function floodAt(session: Practised, random: Random): Promise<() => void> {
  // Where something else goes on, there is a flood the less.
  await comeToShell(session).catch(() => {});
  session.page.type(`yes ${random.word(70)}\r`);
  return () => session.page.type('\x03');
}
