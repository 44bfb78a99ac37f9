import { dirname } from 'node:path/posix';
import { platform } from 'node:process';
import { PracticeError } from '@agent-factory/protocol';
import createIgnore, { type Ignore } from 'ignore';
import type { ProjectFolder } from '../files/project-folder.js';
import { pathIn } from '../files/project-path.js';
import { readBytes } from '../files/read-bytes.js';
import { ifPossible } from '../files/system.js';
import { type EntryKind, isNoise } from './noise.js';

export const IGNORE_FILE = '.gitignore';
/** The rules that a clone has for itself. */
const EXCLUDE_FILE = '.git/info/exclude';
/** Larger than any that a person writes; each rule costs time for every file. */
const MAX_IGNORE_FILE_BYTES = 64 * 1024;
const MAX_RULES = 1000;
/** More of these in one rule take time that grows with the depth of a path to their power. */
const MAX_GLOBSTARS = 3;
/** Deeper than anybody works: from there on, a single rule could take seconds for a single file. */
const MAX_DEPTH = 50;
/** Folders whose rules are remembered; beyond, they are read again. */
const MAX_FOLDERS = 100_000;

/** The rules of one `.gitignore`, for paths relative to `base`. */
interface RuleSet {
  /** Empty, or with a slash at its end. */
  readonly base: string;
  readonly rules: Ignore;
}

/** As git is set up there: where the file system takes `A` and `a` for one name. */
const IGNORES_CASE = platform === 'darwin' || platform === 'win32';

/** What of a project is not shown: noise, and what its `.gitignore` files say. */
export class IgnoreRules {
  readonly #folder: ProjectFolder;
  /** By folder: all that hold in it, the nearest last. */
  readonly #sets = new Map<string, readonly RuleSet[]>();

  constructor(folder: ProjectFolder) {
    this.#folder = folder;
  }

  /**
   * What holds in a folder of the project, and the question whether one of its entries is ignored. `hasFile`: whether
   * it has a `.gitignore`, where that is known. Very deep down, nothing is.
   */
  async forFolder(path: string, hasFile?: boolean): Promise<FolderRules> {
    const isTooDeep = path.split('/').length > MAX_DEPTH;
    return new FolderRules(path, isTooDeep ? [] : await this.#setsOf(path, hasFile));
  }

  /** The folder is gone, and one that comes in its place has rules of its own. */
  forget(path: string): void {
    this.#sets.delete(path);
  }

  async #setsOf(path: string, hasFile?: boolean): Promise<readonly RuleSet[]> {
    const known = this.#sets.get(path);
    if (known !== undefined) return known;
    const above = path === '' ? await this.#read('', EXCLUDE_FILE) : await this.#setsOf(parentOf(path));
    const own = hasFile === false ? [] : await this.#read(path, IGNORE_FILE);
    const all = own.length > 0 ? [...above, ...own] : above;
    if (this.#sets.size < MAX_FOLDERS) this.#sets.set(path, all);
    return all;
  }

  /** Rules that cannot be read ignore nothing: git follows no link for them either. */
  async #read(folder: string, file: string): Promise<RuleSet[]> {
    const path = pathIn(folder, file);
    const place = { path, real: `${this.#folder.root}/${path}` };
    const bytes = await ifPossible(readBytes(this.#folder, place, MAX_IGNORE_FILE_BYTES)).catch((error: unknown) => {
      if (error instanceof PracticeError && error.code !== 'project_not_found') return undefined;
      throw error;
    });
    if (bytes === undefined) return [];
    const lines = bytes.toString('utf8').split(/\r?\n/).filter(isRule).slice(0, MAX_RULES);
    return [{ base: folder === '' ? '' : `${folder}/`, rules: createIgnore({ ignorecase: IGNORES_CASE }).add(lines) }];
  }
}

/** What is ignored in one folder. */
export class FolderRules {
  readonly #prefix: string;
  readonly #sets: readonly RuleSet[];

  constructor(path: string, sets: readonly RuleSet[]) {
    this.#prefix = path === '' ? '' : `${path}/`;
    this.#sets = sets;
  }

  /** The nearest rule decides, as in git: it can take back what one further up says. */
  ignores(name: string, kind: EntryKind): boolean {
    if (isNoise(name, kind)) return true;
    for (let at = this.#sets.length - 1; at >= 0; at -= 1) {
      const { base, rules } = this.#sets[at] as RuleSet;
      const path = `${this.#prefix}${name}`.slice(base.length);
      const { ignored, unignored } = rules.test(kind === 'folder' ? `${path}/` : path);
      if (ignored || unignored) return ignored;
    }
    return false;
  }
}

function isRule(line: string): boolean {
  return line !== '' && !line.startsWith('#') && line.split('**').length - 1 <= MAX_GLOBSTARS;
}

function parentOf(path: string): string {
  const parent = dirname(path);
  return parent === '.' ? '' : parent;
}
