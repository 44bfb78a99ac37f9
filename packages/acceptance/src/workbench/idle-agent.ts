import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Student } from '../student.js';

/** What the agent shows on its screen. */
const IDLE_SCREEN = 'The agent sits here.';

/** It tells its version, of one that can be a coach, and that it is signed in; on a terminal it is there until that goes. */
const PROGRAM = `#!/bin/sh
[ "$1" = --version ] && echo '2.1.330 (Claude Code)' && exit
[ "$1" = auth ] && echo '{"loggedIn":true}' && exit
[ -t 1 ] || exit 1
echo '${IDLE_SCREEN}'
exec sleep 86400
`;

/**
 * Gives a student without agents one that does nothing by itself, in the place of Claude Code. It is told of its tools
 * as every agent is; a test calls them in its stead.
 */
export async function installIdleAgent({ env }: Student): Promise<void> {
  const [folder = ''] = (env.PATH ?? '').split(delimiter);
  await writeFile(join(folder, 'claude'), PROGRAM, { mode: 0o755 });
}
