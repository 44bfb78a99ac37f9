import { CAUGHT_UP } from '@agent-factory/protocol/conversations';
import { describe, expect, test } from 'vitest';
import { readEvents } from '../../src/client/conversations/read-events.js';
import { type ServerSent, ServerSentParser } from '../../src/client/streams/server-sent.js';
import { answer, sentAs } from '../support/chat-daemon.js';

const EVENTS = answer(['Grüße, ', 'das ist ', '漢字 und 🎉.']).map((event, index) => ({
  id: index * 3 + 1,
  at: '2026-01-01T00:00:00.000Z',
  event,
}));
const STREAM = `: hello\n\n${EVENTS.map(sentAs).join('')}${CAUGHT_UP}\n\n: alive\n\n`;

function parse(...pieces: readonly string[]): ServerSent[] {
  const parser = new ServerSentParser();
  return pieces.flatMap((piece) => [...parser.push(piece)]);
}

/** What arrives of a stream whose bytes come in these pieces. */
async function arrived(pieces: readonly Uint8Array[]) {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const seen: unknown[] = [];
  const outcome = await readEvents(new Response(body), {
    onEvent: (event) => seen.push(event),
    onCaughtUp: () => seen.push('caught up'),
    onAlive: () => {},
  });
  return { seen, outcome };
}

describe('a stream of events', () => {
  test('reads the same wherever its bytes are cut, also inside of a character', async () => {
    const bytes = new TextEncoder().encode(STREAM);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const { seen } = await arrived([bytes.slice(0, cut), bytes.slice(cut)]);
      expect(seen, `cut at byte ${cut}`).toEqual([...EVENTS, 'caught up']);
    }
  });

  test('reads the same byte by byte, and with each kind of line end', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const bytes = new TextEncoder().encode(STREAM.replaceAll('\n', end));
      const { seen } = await arrived([...bytes].map((byte) => Uint8Array.of(byte)));
      expect(seen, JSON.stringify(end)).toEqual([...EVENTS, 'caught up']);
    }
  });

  test('joins the lines of one message, and passes over fields it does not know', () => {
    expect(parse('event: x\nretry: 5\ndata: one\ndata:two\nid: 7\n\n')).toEqual([
      { kind: 'message', data: 'one\ntwo' },
    ]);
  });

  test('takes a line end that was cut in two for one', () => {
    expect(parse('data: one\r', '\ndata: two\r\n\r\n')).toEqual([{ kind: 'message', data: 'one\ntwo' }]);
  });

  test('passes over what has no data, and what was cut off before its end', () => {
    expect(parse('id: 1\n\n', 'data: half')).toEqual([]);
  });

  test('takes a line of many megabytes in small pieces without slowing down', () => {
    const piece = 'x'.repeat(1024);
    const before = process.cpuUsage();
    const [message] = parse('data: ', ...Array.from({ length: 20_000 }, () => piece), '\n\n');
    expect(message).toMatchObject({ kind: 'message' });
    expect(message?.kind === 'message' && message.data.length).toBe(20_000 * 1024);
    // Joining at each piece would copy 200 gigabytes. Of the processor's time, as others use it too.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000);
  });

  test('that ends is over for now; one with something else in it is not ours', async () => {
    expect((await arrived([])).outcome).toMatchObject({ ok: false, error: { error: 'unreachable' } });
    const odd = await arrived([new TextEncoder().encode('data: {"id":0}\n\n')]);
    expect(odd.outcome).toMatchObject({ ok: false, error: { error: 'unexpected_answer' } });
  });

  test('lets events through that are not known', async () => {
    const unknown = { id: 1, at: '2026-01-01T00:00:00.000Z', event: { type: 'SOMETHING_NEW', value: 1 } };
    const { seen } = await arrived([new TextEncoder().encode(sentAs(unknown as never))]);
    expect(seen).toEqual([unknown]);
  });
});
