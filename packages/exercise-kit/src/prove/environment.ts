import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkEnvironment } from '@agent-factory/subprocess';

/** Version managers put a program on the PATH that looks for the real one below the home directory. */
const MANAGERS = {
  PYENV_ROOT: '.pyenv',
  ASDF_DATA_DIR: '.asdf',
  VOLTA_HOME: '.volta',
  MISE_DATA_DIR: '.local/share/mise',
};

/** The environment of a check, as the daemon gives it, but with a home and temporary files of its own below `root`. */
export function attemptEnvironment(
  source: Record<string, string | undefined>,
  root: string,
): Record<string, string> & { HOME: string; TMPDIR: string } {
  const env = checkEnvironment(source);
  return { ...managersOf(env), ...env, HOME: join(root, 'home'), TMPDIR: join(root, 'temporary') };
}

function managersOf({ HOME }: Record<string, string>): Record<string, string> {
  const folders = Object.entries(MANAGERS).map(([name, folder]) => [name, join(HOME ?? '', folder)] as const);
  return Object.fromEntries(HOME === undefined ? [] : folders.filter(([, folder]) => existsSync(folder)));
}
