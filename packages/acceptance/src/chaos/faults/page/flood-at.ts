import type { Random } from '../../random.js';
import { comeToShell } from '../../student/shell.js';
import type { Practised } from '../../world/practised.js';

/** Makes a session print without end. Returns a function that ends it, by Ctrl+C. */
export async function floodAt(session: Practised, random: Random): Promise<() => void> {
  // If something else is going on, there is one flood fewer.
  await comeToShell(session).catch(() => {});
  session.page.type(`yes ${random.word(70)}\r`);
  return () => session.page.type('\x03');
}
