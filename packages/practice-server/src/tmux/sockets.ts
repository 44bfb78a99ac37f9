import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { exerciseIdOf, exerciseIdSchema, type SessionId, sessionIdOf } from '@agent-factory/protocol';

/** Where tmux keeps sockets named by `-L`. TMUX_TMPDIR never reaches it: no TMUX variable is on our safelist. */
const SOCKET_FOLDER = join('/tmp', `tmux-${userInfo().uid}`);

/**
 * The sockets of one home's tmux servers: one for each session. A server looks at all its clients
 * whenever one of them types, so that a hundred sessions in one server make each eight times as
 * slow; and what ends one server ends one exercise. The names are short because a socket's path may
 * have 103 bytes on macOS, and an exercise id up to 64.
 */
export class Sockets {
  readonly #prefix: string;

  /** Two daemons with different homes never see each other's sessions. */
  constructor(home: string) {
    this.#prefix = `af-${createHash('sha256').update(home).digest('hex').slice(0, 8)}-`;
  }

  /** What `tmux -L` takes for this session. */
  nameOf(sessionId: SessionId): string {
    return `${this.#prefix}${exerciseIdOf(sessionId) ?? sessionId}`;
  }

  /** Sessions whose server answers at its socket. Those of servers that are gone are cleared away. */
  async sessions(): Promise<SessionId[]> {
    const names = await readdir(SOCKET_FOLDER).catch(() => []);
    const ours = names.filter((name) => this.#isOurs(name));
    const alive = await Promise.all(ours.map((name) => answers(join(SOCKET_FOLDER, name))));
    await Promise.all(ours.filter((_, index) => !alive[index]).map((name) => this.#remove(name)));
    return ours.filter((_, index) => alive[index]).map((name) => sessionIdOf(name.slice(this.#prefix.length)));
  }

  /** tmux leaves the socket of a server that has ended. */
  async clear(sessionId: SessionId): Promise<void> {
    await this.#remove(this.nameOf(sessionId));
  }

  #isOurs(name: string): boolean {
    return name.startsWith(this.#prefix) && exerciseIdSchema.safeParse(name.slice(this.#prefix.length)).success;
  }

  async #remove(name: string): Promise<void> {
    await rm(join(SOCKET_FOLDER, name), { force: true });
  }
}

/** Whether a server listens. A connection that says nothing is one tmux forgets at its end. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
