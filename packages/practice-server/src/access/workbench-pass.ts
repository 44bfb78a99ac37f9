import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { newSecret, sameSecret } from './secrets.js';

/** Name of the cookie. It is sent to every port of this machine's loopback name, so it says whose it is. */
export const WORKBENCH_COOKIE = 'af_practice_workbench';
/** How long a browser keeps it, in seconds: a project is worked on for weeks. */
export const WORKBENCH_COOKIE_SECONDS = 30 * 24 * 60 * 60;
/** How long a token may lie between the terminal and the browser, in milliseconds. */
const TOKEN_MS = 2 * 60_000;
/** More than that many that nobody has used are a mistake; the oldest go. */
const MAX_TOKENS = 20;

interface WorkbenchPassOptions {
  /** Where the key is kept, so that an open page goes on after a restart. It is made when it is first needed. */
  readonly path: string;
  /** Milliseconds, by a clock that never jumps. */
  readonly now?: () => number;
}

/**
 * Who may open the student's own folders in a browser: whoever has once had a token, which only the command line gives.
 * The token works once; the cookie that it becomes is a date and a signature, so nothing has to be kept of it.
 */
export class WorkbenchPass {
  readonly #options: WorkbenchPassOptions;
  readonly #tokens = new Map<string, number>();

  constructor(options: WorkbenchPassOptions) {
    this.#options = options;
  }

  /** A token that opens the Workbench once, within two minutes. */
  issueToken(): string {
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size >= MAX_TOKENS && oldest !== undefined) this.#tokens.delete(oldest);
    const token = newSecret();
    this.#tokens.set(token, this.#now() + TOKEN_MS);
    return token;
  }

  /** The value of the cookie for a token; undefined if it is wrong, late or used. */
  redeem(given: string): string | undefined {
    const known = [...this.#tokens].find(([token]) => sameSecret(given, token));
    if (known === undefined) return undefined;
    this.#tokens.delete(known[0]);
    if (this.#now() > known[1]) return undefined;
    const until = String(Date.now() + WORKBENCH_COOKIE_SECONDS * 1000);
    return `${until}.${this.#sign(until)}`;
  }

  /** Whether a `Cookie` header has a valid one. */
  admits(header: string | undefined): boolean {
    return cookiesIn(header).some((value) => this.#isValid(value));
  }

  #isValid(value: string): boolean {
    const [until = '', signature = ''] = value.split('.', 2);
    return /^\d{1,15}$/.test(until) && Number(until) > Date.now() && sameSecret(signature, this.#sign(until));
  }

  #sign(until: string): string {
    // Read every time: a student who deletes it means at once.
    const key = this.#readKey() ?? this.#makeKey();
    return createHmac('sha256', key).update(`workbench ${until}`).digest('base64url');
  }

  #readKey(): string | undefined {
    try {
      const key = readFileSync(this.#options.path, 'utf8').trim();
      return key.length >= 40 ? key : undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  #makeKey(): string {
    const key = newSecret();
    writeFileSync(this.#options.path, `${key}\n`, { mode: 0o600 });
    return key;
  }

  #now(): number {
    return (this.#options.now ?? (() => performance.now()))();
  }
}

/** More than one may be there: of another path, or of an earlier server. */
function cookiesIn(header = ''): string[] {
  return header
    .split(';')
    .map((pair) => pair.trim().split('=', 2))
    .flatMap(([name, value]) => (name === WORKBENCH_COOKIE && value !== undefined ? [value] : []));
}
