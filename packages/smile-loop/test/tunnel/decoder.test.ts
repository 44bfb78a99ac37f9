import { fc } from '@agent-factory/fuzzing';
import { describe, expect, it } from 'vitest';
import { type Decoded, FrameDecoder } from '../../src/tunnel/decoder.js';
import { encodeCredit, encodeFrame, type Frame } from '../../src/tunnel/frames.js';
import { MAGIC, MAX_DATA_BYTES, MAX_PREAMBLE_BYTES } from '../../src/tunnel/limits.js';

const stream = fc.integer({ min: 1, max: 0xff_ff_ff_ff });
const bytes = (max: number) => fc.uint8Array({ minLength: 1, maxLength: max }).map((array) => Buffer.from(array));
const frames: fc.Arbitrary<Frame> = fc.oneof(
  fc.record({ kind: fc.constant('data' as const), stream, payload: bytes(300) }),
  fc.record({ kind: fc.constantFrom('open', 'end', 'reset'), stream, payload: fc.constant(Buffer.alloc(0)) }),
  fc.record({ kind: fc.constant('message' as const), stream: fc.constant(0), payload: bytes(300) }),
);

function decodeInChunks(whole: Buffer, cuts: readonly number[]): Decoded[] {
  const decoder = new FrameDecoder();
  const found: Decoded[] = [];
  const edges = [0, ...[...cuts].map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b), whole.length];
  for (let at = 1; at < edges.length; at += 1) found.push(...decoder.push(whole.subarray(edges[at - 1], edges[at])));
  return found;
}

function whole(...parts: Buffer[]): Buffer {
  return Buffer.concat(parts);
}

describe('decoding', () => {
  it('gives the same frames however the bytes are cut, whatever came before the magic', () => {
    const text = fc.string({ maxLength: 400 }).map((value) => Buffer.from(value.replaceAll('\0', '')));
    fc.assert(
      fc.property(
        text,
        fc.array(frames, { maxLength: 20 }),
        fc.array(fc.nat(), { maxLength: 60 }),
        (before, list, cuts) => {
          const sent = list.map(({ kind, stream: id, payload }) => encodeFrame(kind, id, payload));
          const found = decodeInChunks(whole(before, MAGIC, ...sent), cuts);
          expect(found).toEqual(list.map((frame) => ({ kind: 'frame', frame })));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never throws and never gives more than one problem for any bytes at all', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.array(fc.nat(), { maxLength: 30 }), (noise, cuts) => {
        const found = decodeInChunks(whole(MAGIC, Buffer.from(noise)), cuts);
        const problems = found.filter(({ kind }) => kind === 'malformed');
        expect(problems.length).toBeLessThanOrEqual(1);
        if (problems.length === 1) expect(found.at(-1)).toBe(problems[0]);
      }),
      { numRuns: 300 },
    );
  });

  it('finds a magic that begins again in the middle of its own beginning', () => {
    const found = decodeInChunks(whole(MAGIC.subarray(0, 7), MAGIC, encodeFrame('open', 1)), [3, 8, 12]);
    expect(found).toHaveLength(1);
  });

  it.each([
    ['an unknown type', Buffer.from([99, 0, 0, 0, 1, 0, 0, 0, 0]), /unknown type 99/],
    ['too large a frame', Buffer.from([3, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff]), /data frame has 4294967295 bytes/],
    ['a frame just too large', header(3, 1, MAX_DATA_BYTES + 1), /allowed are 1 to 16384/],
    ['an opening with a payload', header(2, 1, 1), /open frame has 1 bytes/],
    ['data without any', header(3, 1, 0), /data frame has 0 bytes/],
    ['credit that is no number', header(6, 1, 3), /credit frame has 3 bytes/],
    ['a message in a stream', header(1, 5, 2), /message frame names stream 5/],
    ['data outside a stream', header(3, 0, 2), /data frame names stream 0/],
  ])('refuses %s as soon as its header is there', (_what, bad, message) => {
    const found = decodeInChunks(whole(MAGIC, encodeCredit(1, 5), bad), []);
    expect(found).toHaveLength(2);
    expect(found[1]).toMatchObject({ kind: 'malformed', reason: 'protocol', message: expect.stringMatching(message) });
  });

  it('skips 64 KB before the magic and not more, and keeps the end of what it skipped', () => {
    const atLimit = new FrameDecoder();
    expect([...atLimit.push(whole(Buffer.alloc(MAX_PREAMBLE_BYTES, 'x'), MAGIC, encodeFrame('open', 1)))]).toHaveLength(
      1,
    );

    const beyond = new FrameDecoder();
    const found = [...beyond.push(whole(Buffer.alloc(MAX_PREAMBLE_BYTES + 1, 'x'), MAGIC))];
    expect(found).toEqual([expect.objectContaining({ kind: 'malformed', reason: 'no_magic' })]);

    const endless = new FrameDecoder();
    const chunk = Buffer.from(`${'y'.repeat(4000)}last words`);
    for (let sent = 0; sent < 1_000_000; sent += chunk.length) for (const _ of endless.push(chunk));
    expect(endless.bufferedBytes).toBeLessThan(100);
    expect(endless.preamble).toContain('last words');
    expect(endless.preamble.length).toBeLessThan(3000);
  });

  it('holds no more than one frame when a large message comes byte by byte', () => {
    const decoder = new FrameDecoder();
    const message = encodeFrame('message', 0, Buffer.alloc(200_000, '1'));
    const found = [...decoder.push(MAGIC)];
    for (const byte of message) found.push(...decoder.push(Buffer.from([byte])));
    expect(found).toHaveLength(1);
    expect(decoder.bufferedBytes).toBe(0);
  });
});

function header(type: number, id: number, length: number): Buffer {
  const made = Buffer.alloc(9);
  made.writeUInt8(type, 0);
  made.writeUInt32BE(id, 1);
  made.writeUInt32BE(length, 5);
  return made;
}
