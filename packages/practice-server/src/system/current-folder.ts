import { cwd, exit, stderr } from 'node:process';

/*
 * Packages that this program is made of ask for the current folder while they are loaded. In one that was deleted, that
 * fails before anything could be explained.
 */
try {
  cwd();
} catch (error) {
  const { code } = error as NodeJS.ErrnoException;
  stderr.write(`The current folder was deleted, or cannot be read (${code}). Go to another one, and start again.\n`);
  exit(1);
}
