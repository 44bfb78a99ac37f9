import { readFileSync } from 'node:fs';
import { release } from 'node:os';
import { type Connection, turned } from './connection.js';
import { Netlink } from './netlink.js';
import { ESTABLISHED, GONE, type Owner, type Owners, ownerOfRow, type SocketRow } from './owner.js';
import { findInProc } from './proc-net.js';

interface LinuxOptions {
  /** Asks the kernel directly; `null` to not try that. */
  readonly netlink?: Pick<Netlink, 'find' | 'close'> | null;
  readonly procFolder?: string;
  /** Whether this is WSL, where Windows programs can be at the other end. */
  readonly isWsl?: boolean;
}

/** Owners, according to the kernel's socket tables. */
export class LinuxOwners implements Owners {
  readonly #options: LinuxOptions;
  readonly #isWsl: boolean;
  /** Opened for the first question; null if it cannot be. */
  #netlink: Pick<Netlink, 'find' | 'close'> | null | undefined;
  /** Whether the kernel has ever answered directly: then its silence means that there is no such socket. */
  #answers = false;

  constructor(options: LinuxOptions = {}) {
    this.#options = options;
    this.#netlink = options.netlink;
    this.#isWsl = options.isWsl ?? isWsl();
  }

  ownerOf(connection: Connection): Owner | Promise<Owner> {
    if (this.#netlink === undefined) this.#netlink = Netlink.open() ?? null;
    const row = this.#ask(connection);
    return row === undefined ? this.#search(connection) : ownerOfRow(row);
  }

  close(): void {
    this.#netlink?.close();
    this.#netlink = null;
  }

  #ask(connection: Connection): SocketRow | undefined {
    const row = this.#netlink?.find(connection);
    this.#answers ||= row !== undefined;
    return row;
  }

  /** Without the kernel's direct answer, or to be sure that there is no such socket. */
  async #search(connection: Connection): Promise<Owner> {
    const found = await findInProc(connection, this.#options.procFolder);
    if (typeof found === 'object') return ownerOfRow(found);
    // Our own end is there as long as the connection is. We look for it after the other, so that a peer that
    // cuts the connection in between is not mistaken for one that is never shown.
    const own = await this.#findAnyhow(turned(connection));
    if (own === undefined) return found === 'unreadable' && !this.#answers ? NO_TABLE : GONE;
    return this.#isWsl && own.state === ESTABLISHED ? WINDOWS : GONE;
  }

  async #findAnyhow(connection: Connection): Promise<SocketRow | undefined> {
    const row = this.#ask(connection);
    if (row !== undefined) return row;
    const found = await findInProc(connection, this.#options.procFolder);
    return typeof found === 'object' ? found : undefined;
  }
}

const NO_TABLE: Owner = { kind: 'unknown', why: 'this system shows no table of its sockets' };
export const WINDOWS: Owner = { kind: 'unknown', why: 'Windows programs have no user here' };

/** Whether this is WSL, Linux on Windows. */
export function isWsl(): boolean {
  return /microsoft/i.test(release());
}

/**
 * Whether all users who have no number in this user namespace are shown under ours, as `nobody`.
 * `overflowUid` and `uidMap` are the contents of the files of these names.
 */
export function sharesOverflowUid(uid: number, overflowUid: string, uidMap: string): boolean {
  const everyone = /^\s*0\s+0\s+4294967295\s*$/.test(uidMap);
  return uid === Number(overflowUid) && !everyone;
}

/** The same for this process; false if the system does not say. */
export function isOverflowUser(uid: number): boolean {
  try {
    const [overflow, map] = ['/proc/sys/kernel/overflowuid', '/proc/self/uid_map'].map((path) =>
      readFileSync(path, 'utf8'),
    );
    return sharesOverflowUid(uid, overflow ?? '', map ?? '');
  } catch {
    return false;
  }
}
