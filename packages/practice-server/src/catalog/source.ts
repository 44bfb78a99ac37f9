import { lstat, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { realInside, systemCode } from '@agent-factory/exercise-runtime';
import { MAX_EXERCISE_FILE_BYTES, PracticeError } from '@agent-factory/protocol';
import { originOf } from '../access/origins.js';
import { type HttpAnswer, HttpGetError, httpGet } from '../fetch/http-get.js';
import { withoutPassword } from '../fetch/redirect.js';
import { NotReadable, readBounded } from '../system/files/bounded-file.js';

/** A lesson site on this machine answers at once; one that takes longer than this hangs. */
const FETCH_TIMEOUT_MS = 5000;

/** Where exercises come from. */
export interface ContentSource {
  /** For people, and to tell sites apart: without any password. */
  readonly address: string;
  /** Whether files can change under the same version: a folder that an author works in. */
  readonly live: boolean;
  /**
   * One file below `exercises/`. Undefined if there is none; throws `content_unreachable` or
   * `content_invalid`.
   */
  read(path: string): Promise<Buffer | undefined>;
}

export function openSource(content: string): ContentSource {
  return originOf(content) === undefined ? new FolderSource(resolve(content)) : new SiteSource(content);
}

class SiteSource implements ContentSource {
  readonly address: string;
  readonly live = false;
  /** With the user name and password that were given with it. */
  readonly #base: URL;

  constructor(address: string) {
    this.#base = new URL(address.endsWith('/') ? address : `${address}/`);
    this.address = withoutPassword(this.#base).href;
  }

  async read(path: string): Promise<Buffer | undefined> {
    const encoded = path.split('/').map(encodeURIComponent).join('/');
    const { status, contentType, body } = await this.#get(`exercises/${encoded}`, path);
    if (status === 404) return undefined;
    if (status !== 200) throw unreachable(this.address, `it answered ${status} for ${path}`);
    // Sites answer unknown addresses with their "not found" page, some with status 200.
    if (contentType.includes('text/html') && !path.endsWith('.html')) {
      throw invalid(path, 'the site sent a web page instead of the file');
    }
    return body;
  }

  async #get(file: string, path: string): Promise<HttpAnswer> {
    try {
      return await httpGet(new URL(file, this.#base), {
        timeoutMs: FETCH_TIMEOUT_MS,
        maxBytes: MAX_EXERCISE_FILE_BYTES,
      });
    } catch (error) {
      if (!(error instanceof HttpGetError)) throw error;
      if (error.kind === 'too_large') throw tooLarge(path);
      if (error.kind === 'redirected') throw redirected(this.address, error.target ?? '', file);
      if (error.kind === 'cut') throw invalid(path, `it arrived only in part (${error.message})`);
      throw unreachable(this.address, error.message);
    }
  }
}

/** What exercises have beside them where authors work on them, and never where they are served. */
const AUTHORS_FILE = '_policy.md';

class FolderSource implements ContentSource {
  readonly address: string;
  readonly live = true;

  constructor(address: string) {
    this.address = address;
  }

  async read(path: string): Promise<Buffer | undefined> {
    const root = await realpath(this.address).catch(() => undefined);
    if (root === undefined) throw unreachable(this.address, 'the folder does not exist');
    const file = join(await this.#servedFolder(root), path);
    if (!(await exists(file))) return undefined;
    // An author may link within the folder. A link out of it would hand a student whatever lies there.
    const real = await realInside(file, root);
    if (real === undefined) throw invalid(path, `it is a link that leads nowhere, or out of ${this.address}`);
    return this.#read(real, path);
  }

  /** Its own exercises or those of a site in it; where an author works on them, what was built of them. */
  async #servedFolder(root: string): Promise<string> {
    const folder = (await exists(join(root, 'registry.json'))) ? root : join(root, 'exercises');
    if (!(await exists(folder))) throw unreachable(this.address, 'the folder has no exercises');
    const built = join(folder, 'dist');
    if (await exists(join(built, 'registry.json'))) return built;
    if (await exists(join(folder, AUTHORS_FILE))) throw notBuilt(this.address);
    return folder;
  }

  async #read(real: string, path: string): Promise<Buffer> {
    try {
      return await readBounded(real, MAX_EXERCISE_FILE_BYTES);
    } catch (error) {
      if (!(error instanceof NotReadable)) throw invalid(path, `it cannot be read (${systemCode(error) ?? error})`);
      throw error.reason === 'too_large' ? tooLarge(path) : invalid(path, 'it is not a file');
    }
  }
}

/** Whether anything has this name, even a link that leads nowhere. */
async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

export function invalid(file: string, why: string, facts: Record<string, unknown> = {}): PracticeError {
  return new PracticeError(
    'content_invalid',
    `The exercise cannot be used: ${file}: ${why}. Tell the author of the lesson.`,
    {
      file,
      ...facts,
    },
  );
}

function tooLarge(path: string): PracticeError {
  return invalid(path, `it is larger than ${MAX_EXERCISE_FILE_BYTES} bytes`);
}

export function unreachable(address: string, why: string): PracticeError {
  return new PracticeError(
    'content_unreachable',
    `The lessons at ${address} cannot be reached: ${why}. Start the lesson site, or name another with --content.`,
    { content: address },
  );
}

function notBuilt(address: string): PracticeError {
  const message = `The exercises at ${address} are sources, from which nothing was built yet. Build them with: exercise-kit build`;
  return new PracticeError('content_unreachable', message, { content: address });
}

/** The named site does not have the exercises itself. Whether to trust the site it points to is up to the student. */
function redirected(address: string, target: string, file: string): PracticeError {
  const site = target.endsWith(`/${file}`) ? target.slice(0, -file.length) : target;
  const message = `The lessons are not at ${address}: it redirects to ${target}, and exercises are fetched only from the site that you named. If you trust the other site, stop this server and start it with --content ${site}`;
  return new PracticeError('content_unreachable', message, { content: address, redirectedTo: target });
}
