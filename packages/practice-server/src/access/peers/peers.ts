import type { Socket } from 'node:net';
import { PracticeError } from '@agent-factory/protocol';
import type { Logger } from '../../system/log.js';
import { connectionOfPeer } from './connection.js';
import { isOverflowUser, LinuxOwners } from './linux.js';
import { MacOwners } from './macos.js';
import { GONE, type Owner, type Owners } from './owner.js';

const ROOT = 0;

interface PeersOptions {
  readonly log?: Logger;
  /** How to find owners; by default, the way this system offers. */
  readonly owners?: Owners;
  /** The user whose daemon this is; undefined on systems without users of that kind. */
  readonly uid?: number | undefined;
}

/**
 * Tells this user's connections from those of other users of this machine: loopback has no owner, and a
 * local program can send any Origin. Root is let in, as it can do all of this anyway. Decided once per connection.
 */
export class Peers {
  readonly #log: Logger | undefined;
  readonly #owners: Owners;
  readonly #uid: number | undefined;
  readonly #known = new WeakMap<Socket, Owner | Promise<Owner>>();
  #saidUnknown = false;

  constructor({ log, uid = process.getuid?.(), owners = ownersHere(uid) }: PeersOptions = {}) {
    this.#log = log;
    this.#uid = uid;
    this.#owners = owners;
  }

  /** Throws `user_forbidden` for another user's connection. One of unknown owner is let in; the first is logged. */
  async require(socket: Socket): Promise<void> {
    const owner = await this.ownerOf(socket);
    if (owner.kind === 'unknown') return this.#sayUnknown(owner.why);
    if (owner.kind === 'user' && (owner.uid === this.#uid || owner.uid === ROOT)) return;
    throw new PracticeError(
      'user_forbidden',
      'This practice server belongs to another user of this machine. Start your own: npx @agent-factory/practice-server',
    );
  }

  /** Who owns the connection. Requests that come before the answer wait for the same one. */
  ownerOf(socket: Socket): Owner | Promise<Owner> {
    const known = this.#known.get(socket);
    if (known !== undefined) return known;
    const connection = connectionOfPeer(socket);
    const owner = connection === undefined ? GONE : this.#owners.ownerOf(connection);
    this.#known.set(socket, owner);
    return owner;
  }

  close(): void {
    this.#owners.close();
  }

  #sayUnknown(why: string): void {
    if (this.#saidUnknown) return;
    this.#saidUnknown = true;
    this.#log?.warn(`${unknownOwner(why)} ${UNKNOWN_OWNER_ADVICE}`);
  }
}

/** What it means that the owners of connections are unknown, for the log and for `doctor`. */
export function unknownOwner(why: string): string {
  return `The practice server cannot tell which user of this machine a connection is from: ${why}.`;
}

export const UNKNOWN_OWNER_ADVICE =
  'Where other people have accounts on this machine, they could use your terminals while it runs.';

function ownersHere(uid: number | undefined): Owners {
  if (uid === undefined) return cannotTell('this system does not number its users');
  if (process.platform === 'darwin') return new MacOwners(uid);
  if (process.platform !== 'linux') return cannotTell(`there is no known way to ask ${process.platform}`);
  if (isOverflowUser(uid)) return cannotTell('all users look alike in this container');
  return new LinuxOwners();
}

function cannotTell(why: string): Owners {
  return { ownerOf: () => ({ kind: 'unknown', why }), close() {} };
}
