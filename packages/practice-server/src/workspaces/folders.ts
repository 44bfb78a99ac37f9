import { createHash } from 'node:crypto';
import { access, constants, realpath, stat } from 'node:fs/promises';
import { PracticeError } from '@agent-factory/protocol';
import { FOLDER_ID_PREFIX, type ProjectId } from '@agent-factory/protocol/coach';
import { type Paths, tildify } from '../home/paths.js';
import type { Store } from '../store/open.js';
import { type FolderRecord, listFolders, saveFolder } from '../store/records/folders.js';
import { whyNoProject } from './no-project.js';

/** Enough that two folders of one machine never share them, and few enough to be read aloud. */
const ID_DIGITS = 10;

interface FoldersOptions {
  readonly store: Store;
  readonly paths: Paths;
}

/** The folders of the student that were opened as projects. A session in one is like that of an exercise, without checks. */
export class Folders {
  readonly #options: FoldersOptions;
  readonly #paths = new Map<ProjectId, string>();

  constructor(options: FoldersOptions) {
    this.#options = options;
  }

  /** Reads those of earlier daemons. */
  async load(): Promise<void> {
    for (const { id, path } of await listFolders(this.#options.store)) this.#paths.set(id, path);
  }

  /** The latest first. */
  list(): Promise<FolderRecord[]> {
    return listFolders(this.#options.store);
  }

  /**
   * Opens a folder, given by its absolute path. Throws `project_not_found`, or `project_forbidden` for what is no folder,
   * cannot be read, or is no project: a home directory, a file system, what is the system's and what is ours.
   */
  async open(given: string): Promise<FolderRecord> {
    const path = await realFolder(given);
    await this.#refuseTooMuch(path);
    const record = { id: idOf(path), path, openedAt: new Date().toISOString() };
    await saveFolder(this.#options.store, record);
    this.#paths.set(record.id, path);
    return record;
  }

  /** Whether there is a folder with this id; it may be gone from the disk. */
  has(id: ProjectId): boolean {
    return this.#paths.has(id);
  }

  /** Its absolute path. Throws `project_not_found`. */
  pathOf(id: ProjectId): string {
    const path = this.#paths.get(id);
    if (path !== undefined) return path;
    const message = 'There is no such project. Open it with "practice-server coach <folder>".';
    throw new PracticeError('project_not_found', message, { id });
  }

  /** The same, of a folder that is there now, and not a link to another one in its place. Throws what `open` throws. */
  async requireThere(id: ProjectId): Promise<string> {
    const path = this.pathOf(id);
    if ((await realFolder(path)) !== path) throw notThere(path);
    await this.#refuseTooMuch(path);
    return path;
  }

  async #refuseTooMuch(path: string): Promise<void> {
    const { paths } = this.#options;
    const why = await whyNoProject(path, paths);
    if (why === undefined) return;
    throw new PracticeError('project_forbidden', `${tildify(path, paths.home)} ${why}`, { path });
  }
}

/** The same folder has the same id, on every start. */
function idOf(path: string): ProjectId {
  return `${FOLDER_ID_PREFIX}${createHash('sha256').update(path).digest('hex').slice(0, ID_DIGITS)}`;
}

async function realFolder(given: string): Promise<string> {
  try {
    const path = await realpath(given);
    if (!(await stat(path)).isDirectory())
      throw new PracticeError('project_forbidden', `${path} is a file. Give the folder that it is in.`, { path });
    await access(path, constants.R_OK | constants.X_OK);
    return path;
  } catch (error) {
    throw error instanceof PracticeError ? error : unreadable(given, error);
  }
}

function unreadable(path: string, error: unknown): PracticeError {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EACCES' || code === 'EPERM')
    return new PracticeError('project_forbidden', `You may not read ${path}.`, { path }, { cause: error });
  return notThere(path, error);
}

function notThere(path: string, cause?: unknown): PracticeError {
  const message = `There is no folder ${path}. If it was moved, open it again where it is now.`;
  return new PracticeError('project_not_found', message, { path }, { cause });
}
