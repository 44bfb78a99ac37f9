import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { checkEnvironment } from '@agent-factory/subprocess';
import { pythonBehindShim } from './interpreter.js';

/** Version managers put a program on the PATH that looks for the real one below the home directory. */
const MANAGERS = {
  PYENV_ROOT: '.pyenv',
  ASDF_DATA_DIR: '.asdf',
  VOLTA_HOME: '.volta',
  MISE_DATA_DIR: '.local/share/mise',
};

/** By PATH, the folder of the Python behind a shim. Asked once, as it is the same for every attempt. */
const pythons = new Map<string, Promise<string | undefined>>();

/**
 * The environment of a check, as the daemon gives it, but with a home and temporary files of its own
 * below `root`, and with the Python that a version manager would choose in front of the PATH.
 */
export async function attemptEnvironment(
  source: Record<string, string | undefined>,
  root: string,
): Promise<Record<string, string> & { HOME: string; TMPDIR: string }> {
  const checked = checkEnvironment(source);
  const env = { ...managersOf(checked), ...checked };
  const own = { HOME: join(root, 'home'), TMPDIR: join(root, 'temporary') };
  const { PATH = '' } = env;
  const asked = pythons.get(PATH) ?? pythonBehindShim(env);
  pythons.set(PATH, asked);
  const python = await asked;
  return { ...env, ...own, ...(python === undefined ? {} : { PATH: `${python}${delimiter}${PATH}` }) };
}

function managersOf({ HOME }: Record<string, string>): Record<string, string> {
  const folders = Object.entries(MANAGERS).map(([name, folder]) => [name, join(HOME ?? '', folder)] as const);
  return Object.fromEntries(HOME === undefined ? [] : folders.filter(([, folder]) => existsSync(folder)));
}
