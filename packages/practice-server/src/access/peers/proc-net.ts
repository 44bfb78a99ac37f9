import { open } from 'node:fs/promises';
import { endianness } from 'node:os';
import type { Connection, End } from './connection.js';
import type { SocketRow } from './owner.js';

/** The kernel hands out at most a page at a time, however much is asked for. */
const READ_BYTES = 64 * 1024;
/** A read shorter than this had room for one more row in its page: it was the last, and no further walk is needed. */
const LAST_READ_BYTES = 3500;

const MAPPED = '0000000000000000FFFF0000';
const BIG_ENDIAN_MAPPED = '00000000000000000000FFFF';

/**
 * Looks for the socket whose own end is `from` in /proc/net/tcp and tcp6, off the event loop: the kernel
 * takes two milliseconds for it. Undefined if it is in neither; 'unreadable' if there is no table.
 */
export async function findInProc(
  connection: Connection,
  folder = '/proc/net',
): Promise<SocketRow | 'unreadable' | undefined> {
  const tables = connection.family === 4 ? ['tcp', 'tcp6'] : ['tcp6'];
  let readable = false;
  for (const table of tables) {
    const found = await findInTable(`${folder}/${table}`, connection);
    if (typeof found === 'object') return found;
    readable ||= found === undefined;
  }
  return readable ? undefined : 'unreadable';
}

async function findInTable(path: string, connection: Connection): Promise<SocketRow | 'unreadable' | undefined> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return 'unreadable';
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, READ_BYTES, null);
      const found = parseTable(buffer.toString('latin1', 0, bytesRead), connection);
      if (found !== undefined || bytesRead < LAST_READ_BYTES) return found;
    }
  } catch {
    return 'unreadable';
  } finally {
    await file.close();
  }
}

/** The row, in the text of such a table, of the socket whose own end is `from`. */
export function parseTable(text: string, { from, to }: Connection): SocketRow | undefined {
  const wanted = [`${hexOf(from)} ${hexOf(to)}`, `${mapped(from)} ${mapped(to)}`];
  for (const line of text.split('\n')) {
    const [, own, other, state = '', , , , uid, , inode] = line.trim().split(/\s+/);
    if (wanted.includes(`${own} ${other}`))
      return { state: Number.parseInt(state, 16), uid: Number(uid), inode: Number(inode) };
  }
  return undefined;
}

/** Addresses are printed as 32-bit numbers in the machine's own byte order, ports as they are. */
function hexOf({ bytes, port }: End): string {
  const words = Array.from({ length: bytes.length / 4 }, (_, index) => {
    const word = endianness() === 'LE' ? bytes.readUInt32LE(index * 4) : bytes.readUInt32BE(index * 4);
    return hex(word, 8);
  });
  return `${words.join('')}:${hex(port, 4)}`;
}

/** The end of an IPv4 connection as a program with an IPv6 socket sees it. */
function mapped(end: End): string {
  return `${endianness() === 'LE' ? MAPPED : BIG_ENDIAN_MAPPED}${hexOf(end)}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
