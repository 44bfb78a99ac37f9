import type { Readable, Writable } from 'node:stream';

/** Both directions of the byte stream that carries a tunnel: a container's attached streams, or a process' own. */
export interface Wire {
  readonly input: Readable;
  readonly output: Writable;
}

/** Why a tunnel is no more. */
export interface TunnelClose {
  readonly reason: /** This end closed it. */
    | 'closed'
    /** The other end closed it, and said why. */
    | 'closed_by_peer'
    /** The other end's bytes ended: its program is gone. */
    | 'ended'
    /** The byte stream itself failed. */
    | 'lost'
    /** The bytes never were a tunnel's. */
    | 'no_magic'
    /** The other end broke the protocol. */
    | 'protocol'
    /** The other end does not read. */
    | 'backlog'
    /** The program at this end failed over a message: a bug, which `cause` has. */
    | 'listener_failed';
  readonly message: string;
  /** The end of what came before the magic, where the magic never came. */
  readonly preamble?: string;
  readonly cause?: unknown;
}
