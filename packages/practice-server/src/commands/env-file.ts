import { parseEnv } from 'node:util';
import { systemCode } from '@agent-factory/exercise-runtime';
import { NotReadable, readBounded } from '../system/files/bounded-file.js';
import { KEY_VARIABLE } from '../workspaces/project-keys.js';

/** What is read from `.env`. A project's own `.env` is for its programs: nothing else of it counts. */
const NAMES = ['PORT', 'PROJECT_DIR', 'CHROMADB_URL', KEY_VARIABLE, 'DATA_DIR'] as const;
/** Longer than any file of settings that somebody writes. */
const MAX_ENV_FILE_BYTES = 256 * 1024;

/** What a file says of these. Nothing where there is no such file; a folder of that name is a virtual environment of Python. */
export async function variablesOfFile(path: string): Promise<NodeJS.ProcessEnv> {
  try {
    const all = parseEnv((await readBounded(path, MAX_ENV_FILE_BYTES)).toString());
    return Object.fromEntries(NAMES.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
  } catch (error) {
    if (error instanceof NotReadable || systemCode(error) !== undefined) return {};
    throw error;
  }
}
