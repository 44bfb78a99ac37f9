import { isIPv4, type Socket } from 'node:net';

/** The two ends of a TCP connection, as one of them sees it. */
export interface Connection {
  readonly family: 4 | 6;
  readonly from: End;
  readonly to: End;
}

export interface End {
  /** As text, without a zone. */
  readonly address: string;
  /** 4 or 16 bytes, in network byte order. */
  readonly bytes: Buffer;
  readonly port: number;
}

const MAPPED_PREFIX = '::ffff:';
const GROUPS = 8;

/** The connection as its other end sees it; undefined if that end has already gone. */
export function connectionOfPeer(socket: Socket): Connection | undefined {
  const from = endOf(socket.remoteAddress, socket.remotePort);
  const to = endOf(socket.localAddress, socket.localPort);
  if (from === undefined || to === undefined || from.bytes.length !== to.bytes.length) return undefined;
  return { family: from.bytes.length === 4 ? 4 : 6, from, to };
}

/** The same connection, as our end sees it. */
export function turned({ family, from, to }: Connection): Connection {
  return { family, from: to, to: from };
}

function endOf(text: string | undefined, port: number | undefined): End | undefined {
  if (text === undefined || port === undefined) return undefined;
  const [plain = ''] = text.split('%');
  const address = isIPv4(plain.slice(MAPPED_PREFIX.length)) ? plain.slice(MAPPED_PREFIX.length) : plain;
  return { address, port, bytes: isIPv4(address) ? fromIPv4(address) : fromIPv6(address) };
}

function fromIPv4(address: string): Buffer {
  return Buffer.from(address.split('.').map(Number));
}

/** Node writes addresses as the system does: eight groups of hexadecimal digits, one run of zeros left out. */
function fromIPv6(address: string): Buffer {
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const left = Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill('0');
  const bytes = Buffer.alloc(GROUPS * 2);
  for (const [index, group] of [...before, ...left, ...after].entries())
    bytes.writeUInt16BE(parseInt(group, 16), index * 2);
  return bytes;
}
