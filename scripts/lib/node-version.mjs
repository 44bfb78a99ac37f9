import { exit, stderr, versions } from 'node:process';

const OLDEST = [20, 19];

/** Ends the program with a sentence if Node is too old for it. */
export function requireNode() {
  const [major, minor] = versions.node.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  stderr.write(
    `Node ${OLDEST.join('.')} or newer is needed; this is ${versions.node}. Get it from nodejs.org or with "nvm install 22".\n`,
  );
  exit(1);
}
