import { MAX_DATA_BYTES, MAX_MESSAGE_BYTES, MAX_REASON_CHARS } from './limits.js';

/** Type (1 byte), stream (4 bytes), length of the payload (4 bytes), big-endian. */
export const HEADER_BYTES = 9;

/** Kinds of a frame by the number on the wire. Bytes of its payload: the most, and the least where it is not 0. */
const KINDS = {
  /** A JSON text for the other end's program; its stream is 0. */
  message: { type: 1, max: MAX_MESSAGE_BYTES, min: 1 },
  /** The container's end has accepted a connection. */
  open: { type: 2, max: 0, min: 0 },
  data: { type: 3, max: MAX_DATA_BYTES, min: 1 },
  /** No more data in this direction. */
  end: { type: 4, max: 0, min: 0 },
  /** The stream is gone in both directions. */
  reset: { type: 5, max: 0, min: 0 },
  /** The reader has taken so many bytes: 4 bytes. */
  credit: { type: 6, max: 4, min: 4 },
  /** This end closes the tunnel, for the reason in the payload; its stream is 0. UTF-8 has up to 4 bytes a character. */
  close: { type: 7, max: MAX_REASON_CHARS * 4, min: 0 },
} as const;

export type FrameKind = keyof typeof KINDS;
export interface Frame {
  readonly kind: FrameKind;
  /** 0 for the tunnel itself. */
  readonly stream: number;
  readonly payload: Buffer;
}

const BY_TYPE = new Map(Object.entries(KINDS).map(([kind, { type }]) => [type as number, kind as FrameKind]));
const NOTHING = Buffer.alloc(0);

export interface Header {
  readonly kind: FrameKind;
  readonly stream: number;
  readonly length: number;
}

/** The header at the start of the bytes, or in words what is wrong with it. */
export function readHeader(bytes: Buffer): Header | string {
  const kind = BY_TYPE.get(bytes.readUInt8(0));
  if (kind === undefined) return `A frame has the unknown type ${bytes.readUInt8(0)}.`;
  const stream = bytes.readUInt32BE(1);
  const length = bytes.readUInt32BE(5);
  const { min, max } = KINDS[kind];
  if (length < min || length > max) return `A ${kind} frame has ${length} bytes; allowed are ${min} to ${max}.`;
  const isForTunnel = kind === 'message' || kind === 'close';
  if (isForTunnel !== (stream === 0)) return `A ${kind} frame names stream ${stream}.`;
  return { kind, stream, length };
}

/** @throws RangeError for a payload that such a frame may not have: a bug of the caller. */
export function encodeFrame(kind: FrameKind, stream: number, payload: Buffer = NOTHING): Buffer {
  const { type, min, max } = KINDS[kind];
  if (payload.length < min || payload.length > max) throw new RangeError(`A ${kind} frame of ${payload.length} bytes`);
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + payload.length);
  bytes.writeUInt8(type, 0);
  bytes.writeUInt32BE(stream, 1);
  bytes.writeUInt32BE(payload.length, 5);
  payload.copy(bytes, HEADER_BYTES);
  return bytes;
}

export function encodeCredit(stream: number, bytes: number): Buffer {
  const payload = Buffer.allocUnsafe(4);
  payload.writeUInt32BE(bytes, 0);
  return encodeFrame('credit', stream, payload);
}
