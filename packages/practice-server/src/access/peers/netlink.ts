import { closeSync, readSync, writeSync } from 'node:fs';
import { libc } from '../../system/libc.js';
import type { Connection } from './connection.js';
import type { SocketRow } from './owner.js';

/** From linux/socket.h, linux/netlink.h and linux/sock_diag.h. */
const AF_NETLINK = 16;
const SOCK_RAW = 3;
const SOCK_NONBLOCK = 0o4000;
const SOCK_CLOEXEC = 0o2000000;
const NETLINK_SOCK_DIAG = 4;
const SOCK_DIAG_BY_FAMILY = 20;
const NLM_F_REQUEST = 1;
const FAMILIES = { 4: 2, 6: 10 } as const;
const IPPROTO_TCP = 6;

/** `struct nlmsghdr`, and after it `struct inet_diag_req_v2`. */
const HEADER_BYTES = 16;
const REQUEST_BYTES = HEADER_BYTES + 56;
/** An answer has 124 bytes. */
const ANSWER_BYTES = 1024;

/**
 * Asks the kernel for one socket by its two ends, which takes about ten microseconds. (/proc/net/tcp
 * takes two milliseconds for any question: the kernel walks its whole hash table.) Node cannot open
 * such a socket itself; once it is open, Node's file functions can read and write it.
 */
export class Netlink {
  readonly #fd: number;
  readonly #request = Buffer.alloc(REQUEST_BYTES);
  readonly #answer = Buffer.alloc(ANSWER_BYTES);
  #sequence = 0;

  private constructor(fd: number) {
    this.#fd = fd;
  }

  /** Undefined if there is no prebuilt addon for this machine, or the system allows no such socket. */
  static open(): Netlink | undefined {
    const fd = libc()?.socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_SOCK_DIAG);
    return fd === undefined || fd < 0 ? undefined : new Netlink(fd);
  }

  /** The socket whose own end is `from`. Undefined if there is none, or the kernel cannot say. */
  find(connection: Connection): SocketRow | undefined {
    this.#sequence = (this.#sequence + 1) >>> 0;
    this.#write(connection);
    try {
      writeSync(this.#fd, this.#request);
      return this.#read(connection);
    } catch {
      // The kernel answers before the write returns; an error means that it does not answer at all.
      return undefined;
    }
  }

  close(): void {
    closeSync(this.#fd);
  }

  #write({ family, from, to }: Connection): void {
    const request = this.#request.fill(0);
    request.writeUInt32LE(REQUEST_BYTES, 0);
    request.writeUInt16LE(SOCK_DIAG_BY_FAMILY, 4);
    request.writeUInt16LE(NLM_F_REQUEST, 6);
    request.writeUInt32LE(this.#sequence, 8);
    request[16] = FAMILIES[family];
    request[17] = IPPROTO_TCP;
    request.writeUInt32LE(0xffffffff, 20); // in any state
    request.writeUInt16BE(from.port, 24);
    request.writeUInt16BE(to.port, 26);
    from.bytes.copy(request, 28);
    to.bytes.copy(request, 44);
    request.fill(0xff, 64); // INET_DIAG_NOCOOKIE
  }

  #read({ from, to }: Connection): SocketRow | undefined {
    const answer = this.#answer;
    do readSync(this.#fd, answer, 0, ANSWER_BYTES, null);
    while (answer.readUInt32LE(8) !== this.#sequence);
    if (answer.readUInt16LE(4) !== SOCK_DIAG_BY_FAMILY) return undefined;
    // If the kernel finds no such connection, it shows the socket that listens on the port of its own end.
    if (answer.readUInt16BE(20) !== from.port || answer.readUInt16BE(22) !== to.port) return undefined;
    return { state: answer.readUInt8(17), uid: answer.readUInt32LE(80), inode: answer.readUInt32LE(84) };
  }
}
