import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { MAX_EXERCISE_FILE_BYTES, PracticeError } from '@agent-factory/protocol';
import { originOf } from '../access/origins.js';
import { type HttpAnswer, HttpGetError, httpGet } from '../system/http-get.js';

/** A lesson site on this machine answers at once; one that does not within this time hangs. */
const FETCH_TIMEOUT_MS = 5000;

/** Where exercises come from. */
export interface ContentSource {
  readonly address: string;
  /** Whether files can change under the same version: a folder that an author works in. */
  readonly live: boolean;
  /**
   * One file below `exercises/`. Undefined where there is none; throws `content_unreachable` or
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

  constructor(address: string) {
    this.address = address.endsWith('/') ? address : `${address}/`;
  }

  async read(path: string): Promise<Buffer | undefined> {
    const encoded = path.split('/').map(encodeURIComponent).join('/');
    const { status, contentType, body } = await this.#get(new URL(`exercises/${encoded}`, this.address), path);
    if (status === 404) return undefined;
    if (status !== 200) throw unreachable(this.address, `it answered ${status} for ${path}`);
    // Sites answer unknown addresses with their "not found" page, some with status 200.
    if (contentType.includes('text/html') && !path.endsWith('.html')) {
      throw invalid(path, 'the site sent a web page instead of the file');
    }
    return body;
  }

  async #get(url: URL, path: string): Promise<HttpAnswer> {
    try {
      return await httpGet(url, { timeoutMs: FETCH_TIMEOUT_MS, maxBytes: MAX_EXERCISE_FILE_BYTES });
    } catch (error) {
      if (!(error instanceof HttpGetError)) throw error;
      if (error.kind === 'too_large') throw tooLarge(path);
      if (error.kind === 'cut') throw invalid(path, `it arrived only in part (${error.message})`);
      throw unreachable(this.address, error.message);
    }
  }
}

class FolderSource implements ContentSource {
  readonly address: string;
  readonly live = true;

  constructor(address: string) {
    this.address = address;
  }

  async read(path: string): Promise<Buffer | undefined> {
    const folder = (await exists(join(this.address, 'registry.json'))) ? this.address : join(this.address, 'exercises');
    const file = join(folder, path);
    const info = await stat(file).catch(() => undefined);
    if (info === undefined) {
      if (!(await exists(folder))) throw unreachable(this.address, 'the folder does not exist');
      return undefined;
    }
    if (!info.isFile()) throw invalid(path, 'it is not a file');
    if (info.size > MAX_EXERCISE_FILE_BYTES) throw tooLarge(path);
    return readFile(file).catch((error: unknown) => {
      throw invalid(path, `it cannot be read (${reasonOf(error)})`);
    });
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
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

function unreachable(address: string, why: string): PracticeError {
  return new PracticeError(
    'content_unreachable',
    `The lessons at ${address} cannot be reached: ${why}. Start the lesson site, or name another with --content.`,
    { content: address },
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
}
