import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ifThere } from '@agent-factory/exercise-runtime';
import {
  exerciseIdOf,
  exerciseIdSchema,
  MAX_EXERCISE_ID_LENGTH,
  PracticeError,
  type SessionId,
  sessionIdOf,
} from '@agent-factory/protocol';
import { CannotStart } from '../../system/cannot-start.js';
import { type Probe, probe } from './probe.js';

/** The longest path of a socket that every system takes, in bytes: macOS has room for 104 with the final NUL. */
const MAX_SOCKET_PATH_BYTES = 103;

/** Permissions of the group and of others. */
const NOT_OWNER = 0o077;

export interface SocketsOptions {
  /** The student's home. */
  readonly home: string;
  /** The folder for sockets below our own state. */
  readonly folder: string;
}

/** One session's socket: tmux's arguments for it, its path, and how its server's command line shows it. */
export interface Socket {
  readonly args: readonly string[];
  readonly path: string;
  readonly mark: string;
}

/**
 * The sockets of one home's tmux servers: one for each session. A server looks at all its clients
 * whenever one of them types, so a hundred sessions in one server would make each eight times as
 * slow; and what ends a server should end only one exercise.
 *
 * They are in a folder of our own that nobody else can look into: in tmux's shared one below /tmp, what
 * another user leaves could stop us. Sessions that an earlier version has put there are still found.
 */
export class Sockets {
  /** Where they are: in the given folder, or in one below /tmp if the given path is too long for a socket. */
  readonly folder: string;
  readonly #ownFolder: string;
  readonly #formerPrefix: string;
  /** Sessions that still are at their former place. */
  readonly #former = new Set<SessionId>();

  /** Two daemons with different homes never see each other's sessions. */
  constructor({ home, folder }: SocketsOptions) {
    const mark = createHash('sha256').update(home).digest('hex').slice(0, 8);
    const longest = Buffer.byteLength(folder) + 1 + MAX_EXERCISE_ID_LENGTH;
    this.folder = longest > MAX_SOCKET_PATH_BYTES ? join('/tmp', `af-practice-${ownUid()}-${mark}`) : folder;
    this.#ownFolder = folder;
    this.#formerPrefix = `af-${mark}-`;
  }

  /** Creates the folder if it is missing. */
  async make(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
  }

  /** Leaves nothing below /tmp, unless a session is still there. */
  async leave(): Promise<void> {
    if (this.folder === this.#ownFolder) return;
    // Not empty, or gone already: neither keeps a daemon from closing.
    await rmdir(this.folder).catch(() => {});
  }

  /** Throws CannotStart if the folder is another user's, or others can get in. */
  check(): void {
    if (isUnsafe(this.folder)) throw new CannotStart('unsafe_folder', unsafe(this.folder));
  }

  /**
   * The same, each time before a session is asked anything. A folder below /tmp that was deleted can be another user's
   * a moment later, and whoever makes the socket can make a client that attaches to it run what they like.
   */
  requireSafe(sessionId: SessionId): void {
    const folder = dirname(this.of(sessionId).path);
    if (isUnsafe(folder)) throw new PracticeError('session_failed', unsafe(folder), { detail: unsafe(folder) });
  }

  /** Looks for sessions at their former place. They stay there until they end; nothing new starts there. */
  async findFormer(): Promise<void> {
    const folder = formerFolder();
    if (isUnsafe(folder)) return;
    const names = (await namesIn(folder)).filter((name) => name.startsWith(this.#formerPrefix));
    const ids = names.map((name) => name.slice(this.#formerPrefix.length)).filter(isExerciseId);
    for (const id of ids) {
      if ((await probe(join(folder, `${this.#formerPrefix}${id}`))) !== 'refused') this.#former.add(sessionIdOf(id));
    }
  }

  of(sessionId: SessionId): Socket {
    const id = exerciseIdOf(sessionId) ?? sessionId;
    if (this.#former.has(sessionId)) {
      const name = `${this.#formerPrefix}${id}`;
      return { args: ['-L', name], path: join(formerFolder(), name), mark: name };
    }
    const path = join(this.folder, id);
    return { args: ['-S', path], path, mark: path };
  }

  /** Every session that has a socket, whether or not a server is behind it. */
  async list(): Promise<SessionId[]> {
    const own = (await namesIn(this.folder)).filter(isExerciseId).map(sessionIdOf);
    return [...new Set([...own, ...this.#former])];
  }

  /** Whether somebody listens at the session's socket. */
  async probe(sessionId: SessionId): Promise<Probe> {
    this.requireSafe(sessionId);
    return probe(this.of(sessionId).path);
  }

  /** tmux leaves the socket of a server that has ended, and the lock with which it was started. */
  async clear(sessionId: SessionId): Promise<void> {
    const { path } = this.of(sessionId);
    this.#former.delete(sessionId);
    await Promise.all([rm(path, { force: true }), rm(`${path}.lock`, { force: true })]);
  }
}

/** Where tmux keeps sockets named by `-L`. TMUX_TMPDIR never reaches it: no TMUX variable is on our safelist. */
function formerFolder(): string {
  return join('/tmp', `tmux-${ownUid()}`);
}

/** False only for a real folder (not a link) that belongs to us and that nobody else can look into. */
function isUnsafe(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found !== undefined && !(found.isDirectory() && found.uid === ownUid() && (found.mode & NOT_OWNER) === 0);
}

function unsafe(folder: string): string {
  return `${folder} has to be a folder of yours that nobody else can open. Remove it, or run: chmod 700 ${folder}`;
}

/** Not the name of the user: in a container there may be none. */
function ownUid(): number {
  return process.getuid?.() ?? 0;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await ifThere(readdir(folder))) ?? [];
}

function isExerciseId(name: string): boolean {
  return exerciseIdSchema.safeParse(name).success;
}
