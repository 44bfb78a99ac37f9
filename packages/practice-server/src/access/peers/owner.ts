import type { Connection } from './connection.js';

/**
 * Who owns the other end of a connection: a user, nobody any more, or someone the system cannot tell us.
 * `why` is for people.
 */
export type Owner = { kind: 'user'; uid: number } | { kind: 'gone' } | { kind: 'unknown'; why: string };

/** What a system says about the ends of connections. */
export interface Owners {
  /** Takes the connection as its other end sees it. Answers synchronously where possible. */
  ownerOf(connection: Connection): Owner | Promise<Owner>;
  close(): void;
}

export const GONE: Owner = { kind: 'gone' };

/** A socket, as the tables of Linux show it. */
export interface SocketRow {
  readonly state: number;
  readonly uid: number;
  readonly inode: number;
}

/** `TCP_ESTABLISHED` of Linux' tcp_states.h. */
export const ESTABLISHED = 1;

/**
 * A socket that its program has closed has no inode and, with older kernels, the uid 0: it is no longer
 * anyone's, least of all root's. The same goes for what is left of it in TIME_WAIT.
 */
export function ownerOfRow({ uid, inode }: SocketRow): Owner {
  return inode === 0 ? GONE : { kind: 'user', uid };
}
