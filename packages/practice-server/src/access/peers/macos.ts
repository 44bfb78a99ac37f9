import { type CommandResult, runCommand } from '@agent-factory/subprocess';
import type { Connection, End } from './connection.js';
import { GONE, type Owner, type Owners } from './owner.js';

const LSOF = '/usr/sbin/lsof';
/** lsof takes a twentieth of a second; if it hangs, it is ended and the connection is refused. */
const TIMEOUT_MS = 5000;
/** A line for each of the user's sockets on a port; a browser has a handful. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

/**
 * Owners, as macOS reports them: it shows a user the sockets of their own programs, so an end that is not
 * among them is someone else's. Programs of root are not shown either.
 */
export class MacOwners implements Owners {
  readonly #uid: number;
  readonly #run: typeof runCommand;

  constructor(uid: number, run: typeof runCommand = runCommand) {
    this.#uid = uid;
    this.#run = run;
  }

  async ownerOf(connection: Connection): Promise<Owner> {
    const ports = `-iTCP:${connection.from.port}`;
    const result = await this.#run(LSOF, ['-nP', '-w', '-a', '-u', String(this.#uid), ports, '-FTn'], {
      env: {},
      timeoutMs: TIMEOUT_MS,
      maxOutputBytes: MAX_OUTPUT_BYTES,
    });
    return this.#ownerIn(result, connection);
  }

  close(): void {}

  #ownerIn(result: CommandResult, connection: Connection): Owner {
    if (result.failure !== undefined) return { kind: 'unknown', why: `${LSOF} cannot be started` };
    return listsEnd(result.stdout, connection) ? { kind: 'user', uid: this.#uid } : GONE;
  }
}

/**
 * Whether `lsof -F Tn` lists the end `from` of the connection. Each socket has a line
 * `n127.0.0.1:52814->127.0.0.1:3100`; our own end is listed the other way round.
 */
export function listsEnd(output: string, { from, to }: Connection): boolean {
  const wanted = `n${nameOf(from)}->${nameOf(to)}`;
  return output.split('\n').some((line) => line.trim() === wanted);
}

function nameOf({ address, port }: End): string {
  return `${address.includes(':') ? `[${address}]` : address}:${port}`;
}
