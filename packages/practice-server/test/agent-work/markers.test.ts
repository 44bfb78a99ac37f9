import type { ConversationEvent } from '@agent-factory/protocol/conversations';
import { describe, expect, test } from 'vitest';
import { type Saying, SpokenMarkers } from '../../src/agent-work/markers/spoken-markers.js';
import { PaneObserver } from '../../src/agent-work/pane/pane-observer.js';
import { type Drawn, PrintedMarkers } from '../../src/agent-work/pane/printed-markers.js';
import { TypedMarkers } from '../../src/agent-work/pane/typed-markers.js';
import type { Listener } from '../../src/tmux/clients.js';

const HASH = `0x${'aB'.repeat(32)}`;
const TEXT = `Great job 你好! [STAGE_COMPLETE:2] Now [PAYMENT_CONFIRMED:3:${HASH}] and, at last, [DUNGEON_COMPLETE].`;
const KINDS = ['stage_complete', 'stage_unlocked', 'course_complete'];

const start = (messageId: string, role: 'assistant' | 'user' = 'assistant'): ConversationEvent => ({
  type: 'TEXT_MESSAGE_START',
  messageId,
  role,
});
const content = (messageId: string, delta: string): ConversationEvent => ({
  type: 'TEXT_MESSAGE_CONTENT',
  messageId,
  delta,
});

function heard(...events: readonly ConversationEvent[]): Saying[] {
  const markers = new SpokenMarkers();
  return events.flatMap((event) => markers.hear(event));
}

describe('what an agent says', () => {
  test('[terminal-events 4 chunks] is found once, wherever its pieces are cut', () => {
    const whole = heard(start('m'), content('m', TEXT));
    expect(whole.map(({ marker }) => marker.kind)).toEqual(KINDS);
    for (let at = 1; at < TEXT.length; at += 1)
      expect(heard(start('m'), content('m', TEXT.slice(0, at)), content('m', TEXT.slice(at)))).toEqual(whole);
    expect(heard(start('m'), ...[...TEXT].map((unit) => content('m', unit)))).toEqual(whole);
  });

  test('counts once where two blocks share it, and not at all where a tool comes in between', () => {
    const first = [start('m:0'), content('m:0', 'so: [STAGE_COM')];
    const second = [start('m:1'), content('m:1', 'PLETE:1]')];
    expect(heard(...first, ...second)).toHaveLength(1);
    expect(heard(...first, { type: 'TOOL_CALL_START', toolCallId: 't', toolCallName: 'Bash' }, ...second)).toEqual([]);
  });

  test('has a key for each saying, the same whenever it is read', () => {
    const events = [
      start('m'),
      content('m', '[STAGE_COMPLETE:1] [STAGE_COMPLETE:1]'),
      start('n'),
      content('n', '[STAGE_COMPLETE:1]'),
    ];
    const keys = heard(...events).map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
    expect(heard(...events).map(({ key }) => key)).toEqual(keys);
  });

  test('is not what the student says', () => {
    expect(heard(start('q', 'user'), content('q', TEXT), start('m'), content('m', 'no'))).toEqual([]);
  });

  test('keeps nothing of a megabyte of beginnings', () => {
    const markers = new SpokenMarkers();
    markers.hear(start('m'));
    for (let n = 0; n < 1000; n += 1) expect(markers.hear(content('m', '[STAGE_COMPLETE:'.repeat(64)))).toEqual([]);
    expect(markers.hear(content('m', '7]'))).toHaveLength(1);
  });
});

/** Colours within, an escape at every place, wraps with frames, and a line end in the middle. */
const DRESSED = [
  TEXT,
  TEXT.replaceAll(/./gu, '\x1b[1;32m$&\x1b[0m'),
  TEXT.replaceAll(/.{9}/gu, '$& │\r\n│ '),
  `\x1b]0;a title [STAGE_COMPLETE:9]\x07${TEXT.replaceAll('COMPLETE', 'COMP\x1b[K\r\nLETE')}`,
];

/** What counts of what was drawn. */
function counted(drawn: readonly Drawn[]): Saying[] {
  return drawn.flatMap(({ saying, isNew }) => (isNew ? [saying] : []));
}

function printed(...pieces: readonly Buffer[]): Saying[] {
  const markers = new PrintedMarkers([]);
  return pieces.flatMap((piece) => counted(markers.add(piece)));
}

describe('what an agent prints', () => {
  test('[terminal-events 4 chunks] is found once at every byte boundary, with colours and wraps inside', () => {
    const wanted = printed(Buffer.from(TEXT));
    expect(wanted.map(({ marker }) => marker.kind)).toEqual(KINDS);
    for (const text of DRESSED) {
      const bytes = Buffer.from(text);
      for (let at = 0; at <= bytes.length; at += 1)
        expect(printed(bytes.subarray(0, at), bytes.subarray(at))).toEqual(wanted);
    }
  });

  test('[terminal-events 4 repeats] is not counted again when it is drawn again, wrapped otherwise or cut at the top', () => {
    const markers = new PrintedMarkers([]);
    const before = 'The tests of the second stage have all passed, so ';
    const keys = counted(markers.add(Buffer.from(`${before}[STAGE_COMPLETE:2]`))).map(({ key }) => key);
    expect(keys).toHaveLength(1);
    const wrapped = `\x1b[2J\x1b[H${before.replace('stage', 'stage\r\n')}[STAGE_\r\nCOMPLETE:2]`;
    expect(counted(markers.add(Buffer.from(wrapped)))).toEqual([]);
    expect(counted(markers.add(Buffer.from('\x1b[Hpassed, so [STAGE_COMPLETE:2]')))).toEqual([]);
    expect(counted(markers.scan(`│ all passed, so [STAGE_C │\n│ OMPLETE:2] │\n`))).toEqual([]);
    expect(counted(new PrintedMarkers(keys).scan(`${before}[STAGE_COMPLETE:2]`))).toEqual([]);
    expect(
      counted(markers.add(Buffer.from('\r\nSomething else entirely, and so again: [STAGE_COMPLETE:2]'))),
    ).toHaveLength(1);
  });

  test('is found on the screen where it was drawn in an order of its own', () => {
    const markers = new PrintedMarkers([]);
    expect(counted(markers.add(Buffer.from('\x1b[5;9HPLETE:4]\x1b[5;1H[STAGE_COM')))).toEqual([]);
    expect(counted(markers.scan('done\n[STAGE_COMPLETE:4]\n'))).toHaveLength(1);
  });

  test('is heard to the last byte when nobody listens any more', async () => {
    const said: Saying[] = [];
    const printed: string[] = [];
    let end = () => {};
    const observer = await new Promise<PaneObserver>((resolve) => {
      const observer: PaneObserver = new PaneObserver({
        ...{ paneId: '%1', keys: [], isFoundAgain: false, state: () => 'working' },
        listen: async ({ onOutput }) => {
          queueMicrotask(() => resolve(observer));
          return {
            ended: new Promise((resolve) => {
              end = resolve;
            }),
            catchUp: async () => onOutput('%1', Buffer.from('done [STAGE_COMPLETE:1]')),
            close: async () => end(),
          } as Listener;
        },
        look: async () => undefined,
        asks: () => false,
        onState: () => undefined,
        onPrinted: ({ text }) => void printed.push(text),
        onSaying: (saying) => void said.push(saying),
        onKnown: () => undefined,
        onFailure: (error) => expect.unreachable(String(error)),
      });
    });
    await observer.close();
    expect(said).toHaveLength(1);
    expect(printed).toEqual(['done[STAGE_COMPLETE:1]']);
  });

  test('keeps nothing of a megabyte of beginnings', () => {
    const markers = new PrintedMarkers([]);
    const piece = Buffer.from('[STAGE_COMPLETE:'.repeat(64));
    for (let n = 0; n < 1000; n += 1) expect(counted(markers.add(piece))).toEqual([]);
    expect(counted(markers.add(Buffer.from('7]')))).toHaveLength(1);
  });
});

test('what the student types or pastes is known for a while, however it is cut', () => {
  for (const pieces of [
    ['[STAGE_COMPLETE:1]'],
    [...'[STAGE_COMPLETE:1]'],
    ['\x1b[200~see [STAGE_COMP', 'LETE:1]\x1b[201~'],
  ]) {
    const typed = new TypedMarkers();
    for (const piece of pieces) typed.add(Buffer.from(piece), 0);
    expect([typed.has('[STAGE_COMPLETE:1]', 1000), typed.has('[STAGE_COMPLETE:2]', 1000)]).toEqual([true, false]);
    expect([typed.has('[STAGE_COMPLETE:1]', 60_000), typed.has('[STAGE_COMPLETE:1]', 120_000)]).toEqual([true, false]);
  }
});
