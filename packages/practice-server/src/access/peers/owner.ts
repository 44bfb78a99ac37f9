import type { Connection } from './connection.js';

/**
 * Whose the other end of a connection is: a user's, nobody's any more, or more than the system can tell.
 * `why` is for a person.
 */
export type Owner = { kind: 'user'; uid: number } | { kind: 'gone' } | { kind: 'unknown'; why: string };

/** What a system says of the ends of connections. */
export interface Owners {
  /** Takes the connection as its other end has it. Answers at once where that can be done. */
  ownerOf(connection: Connection): Owner | Promise<Owner>;
  close(): void;
}

export const GONE: Owner = { kind: 'gone' };

/** A socket as a table of Linux shows it. */
export interface SocketRow {
  readonly state: number;
  readonly uid: number;
  readonly inode: number;
}

/** `TCP_ESTABLISHED` of Linux' tcp_states.h. */
export const ESTABLISHED = 1;

/**
 * A socket that its program has closed has no inode, and with older kernels the uid 0: it is no longer
 * anyone's, and least of all root's. The same goes for what is left of it in TIME_WAIT.
 */
export function ownerOfRow({ uid, inode }: SocketRow): Owner {
  return inode === 0 ? GONE : { kind: 'user', uid };
}
