import { readFileSync } from 'node:fs';
import { release } from 'node:os';
import { type Connection, turned } from './connection.js';
import { Netlink } from './netlink.js';
import { ESTABLISHED, GONE, type Owner, type Owners, ownerOfRow, type SocketRow } from './owner.js';
import { findInProc } from './proc-net.js';

interface LinuxOptions {
  /** Asks the kernel directly; `null` where that is not to be tried. */
  readonly netlink?: Pick<Netlink, 'find' | 'close'> | null;
  readonly procFolder?: string;
  /** Whether this is Windows' Linux, where programs of Windows can be at the other end. */
  readonly isWsl?: boolean;
}

/** Owners by the kernel's socket tables. */
export class LinuxOwners implements Owners {
  readonly #options: LinuxOptions;
  readonly #isWsl: boolean;
  /** Opened with the first question; null where it cannot be. */
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
    // Our own end is there as long as the connection is. It is looked for after the other, so that a peer who
    // cuts the connection in between is not taken for one that is never shown.
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
export const WINDOWS: Owner = { kind: 'unknown', why: 'programs of Windows have no user here' };

/** Whether this is Windows' Linux. */
export function isWsl(): boolean {
  return /microsoft/i.test(release());
}

/**
 * Whether users who have no number here are all shown under ours: in a user namespace, as `nobody`.
 * `overflowUid` and `uidMap` are what the files of these names say.
 */
export function sharesOverflowUid(uid: number, overflowUid: string, uidMap: string): boolean {
  const everyone = /^\s*0\s+0\s+4294967295\s*$/.test(uidMap);
  return uid === Number(overflowUid) && !everyone;
}

/** The same of this process; false where the system does not say. */
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
