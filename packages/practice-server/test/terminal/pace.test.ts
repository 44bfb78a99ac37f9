import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FlowControl, type FlowSource, PAUSE_ABOVE_BYTES } from '../../src/terminal/flow-control.js';
import {
  BURST_BYTES,
  GATHER_MS,
  HOLD_MS,
  MESSAGE_COST_BYTES,
  Pace,
  REDRAW_MS,
  WINDOW_BYTES,
  WINDOW_MS,
} from '../../src/terminal/pace.js';

const FRAME_MS = HOLD_MS + WINDOW_MS;
const LONG_MS = 3_600_000;
/** What tmux sends while it passes over frames. */
const MOVE = Buffer.from('\x1b[40;13H');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function start() {
  const sent: string[] = [];
  const told: string[] = [];
  const pace: Pace = new Pace({
    onOutput: (data) => sent.push(data.toString()),
    onHeld: () => told.push(pace.held ? 'hold' : 'read'),
    onSilence: () => told.push('silence'),
  });
  return { pace, sent, told };
}

/** Output until there is a flood; gives how much that took. */
function flood(pace: Pace, data = Buffer.alloc(WINDOW_BYTES / 2, 'x')): number {
  let messages = 0;
  for (; !pace.held; messages++) pace.handleOutput(data);
  return messages;
}

test('lets a burst through at once, however it is cut', () => {
  for (const data of [Buffer.alloc(60 * 1024), Buffer.alloc(4095), Buffer.from('x')]) {
    const { pace, sent } = start();
    const messages = flood(pace, data);
    expect(messages).toBe(Math.ceil(BURST_BYTES / (data.length + MESSAGE_COST_BYTES)));
    expect(sent.length).toBe(messages);
    pace.flush();
  }
});

test('reads a flood for a moment in every frame, and sends what it read in one message', () => {
  const { pace, sent, told } = start();
  flood(pace);
  sent.length = 0;
  for (const word of ['one ', 'two ', 'three ']) {
    expect(pace.held).toBe(true);
    vi.advanceTimersByTime(HOLD_MS);
    expect(pace.held).toBe(false);
    pace.handleOutput(Buffer.from(word));
    pace.handleOutput(Buffer.from('times'));
    vi.advanceTimersByTime(WINDOW_MS);
  }
  expect(sent).toEqual(['one times', 'two times', 'three times']);
  expect(told).toEqual(['hold', 'read', 'hold', 'read', 'hold', 'read', 'hold']);
  pace.flush();
});

test('reads no more of a flood at a time than a browser can show, and keeps what comes nevertheless', () => {
  const { pace, sent } = start();
  flood(pace);
  sent.length = 0;
  vi.advanceTimersByTime(HOLD_MS);
  pace.handleOutput(Buffer.alloc(WINDOW_BYTES, 'a'));
  expect([pace.held, sent.length]).toEqual([true, 1]);
  pace.handleOutput(Buffer.from('read before it was held'));
  expect(sent.length).toBe(1);
  vi.advanceTimersByTime(FRAME_MS);
  expect(sent[1]).toBe('read before it was held');
  pace.flush();
});

test('gathers the frames of a flood of which tmux passes over most, for a while and up to an amount', () => {
  const { pace, sent } = start();
  flood(pace);
  sent.length = 0;
  vi.advanceTimersByTime(HOLD_MS);
  const startedAt = performance.now();
  for (let n = 0; sent.length === 0; n++) {
    pace.handleOutput(n % 6 === 3 ? Buffer.from(`screen ${n}`) : MOVE);
    vi.advanceTimersByTime(FRAME_MS);
  }
  const waited = performance.now() - startedAt;
  expect(waited).toBeGreaterThanOrEqual(GATHER_MS);
  expect(waited).toBeLessThan(GATHER_MS + 2 * FRAME_MS);
  expect(sent[0]?.startsWith(`${MOVE.toString().repeat(3)}screen 3`)).toBe(true);

  for (let n = 0; n < 4 && sent.length === 1; n++) pace.handleOutput(Buffer.alloc(WINDOW_BYTES, '\x1b[H'));
  expect(sent.length).toBe(1);
  vi.advanceTimersByTime(2 * FRAME_MS);
  expect(sent.length).toBe(2);
  pace.flush();
});

test('ends with the first silence: what waits is shown, and what comes next is not held up', () => {
  const { pace, sent, told } = start();
  flood(pace);
  sent.length = 0;
  vi.advanceTimersByTime(HOLD_MS);
  pace.handleOutput(Buffer.from('the last line'));
  vi.advanceTimersByTime(WINDOW_MS);
  expect(sent).toEqual(['the last line']);
  vi.advanceTimersByTime(FRAME_MS);
  expect(told.slice(-2)).toEqual(['read', 'silence']);
  vi.advanceTimersByTime(LONG_MS);
  pace.handleOutput(Buffer.from('$ '));
  expect(sent.slice(1)).toEqual(['$ ']);
  expect(told.filter((word) => word === 'silence').length).toBe(1);
});

test.each([
  ['comes with the screen that is drawn then', ['the screen'], [`${MOVE}the screen`]],
  ['comes alone where none is drawn', [], [`${MOVE}`]],
])('what tmux sent of the frames it passed over %s', (_how, drawn, expected) => {
  const { pace, sent, told } = start();
  flood(pace);
  sent.length = 0;
  vi.advanceTimersByTime(HOLD_MS);
  pace.handleOutput(MOVE);
  vi.advanceTimersByTime(WINDOW_MS + FRAME_MS);
  expect([sent, told.at(-1)]).toEqual([[], 'silence']);
  for (const screen of drawn) pace.handleOutput(Buffer.from(screen));
  vi.advanceTimersByTime(drawn.length > 0 ? 0 : REDRAW_MS);
  expect(sent).toEqual(expected);
});

test('is as patient as ever after a while, and never more', () => {
  const { pace } = start();
  const first = flood(pace);
  vi.advanceTimersByTime(LONG_MS);
  expect(flood(pace)).toBe(first);
  pace.flush();
});

test('never holds up the echo of what is typed, however fast that is', () => {
  const { pace, sent, told } = start();
  for (let key = 0; key < 10_000; key++) {
    pace.handleInput();
    pace.handleOutput(Buffer.from('\b'));
    pace.handleOutput(Buffer.from('x'));
  }
  expect([sent.length, told]).toEqual([20_000, []]);
});

test('loses and reorders nothing, whatever comes when', () => {
  const { pace, sent } = start();
  let written = '';
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let n = 0; n < 5000; n++) {
    const data = random(3) === 0 ? MOVE.toString() : `${n} `.repeat(1 + random(2000));
    written += data;
    pace.handleOutput(Buffer.from(data));
    if (random(4) === 0) vi.advanceTimersByTime(random(40));
  }
  pace.flush();
  expect(sent.join('') === written).toBe(true);
});

function source(): FlowSource & { calls: string[] } {
  const calls: string[] = [];
  const note = (name: string) => () => void calls.push(name);
  return { calls, pause: note('pause'), resume: note('resume'), redraw: note('redraw') };
}

test('a flood is held whoever reads it; when it falls silent, the screen is drawn', () => {
  const client = source();
  let sent = 0;
  const flow: FlowControl = new FlowControl({
    send(data) {
      sent += data.length;
      flow.handleAcknowledged(sent);
    },
    bufferedBytes: 0,
  });
  flow.control(client);
  while (client.calls.length === 0) flow.handleOutput(Buffer.alloc(4096, 'x'));
  expect(client.calls).toEqual(['pause']);
  vi.advanceTimersByTime(LONG_MS);
  expect(client.calls).toEqual(['pause', 'resume', 'redraw']);
});

test('a browser that is behind is waited for, flood or not', () => {
  const client = source();
  let sent = 0;
  const flow = new FlowControl({
    send(data) {
      sent += data.length;
    },
    bufferedBytes: 0,
  });
  flow.control(client);
  flow.handleAcknowledged(0);
  while (sent <= PAUSE_ABOVE_BYTES) {
    flow.handleOutput(Buffer.alloc(4096, 'x'));
    vi.advanceTimersByTime(10);
  }
  client.calls.length = 0;
  vi.advanceTimersByTime(LONG_MS);
  expect(client.calls.filter((call) => call === 'resume')).toEqual([]);
  flow.handleAcknowledged(sent);
  expect(client.calls.at(-1)).toBe('resume');
});

test('another client begins with nothing of the former’s left, and a former one is told nothing', () => {
  const [former, next] = [source(), source()];
  const sent: string[] = [];
  const flow = new FlowControl({ send: (data) => sent.push(data.toString()), bufferedBytes: 0 });
  flow.control(former);
  while (former.calls.length === 0) flow.handleOutput(Buffer.alloc(4096, 'x'));
  flow.handleOutput(Buffer.from('the last of it'));
  flow.control(next);
  expect(sent.at(-1)).toBe('the last of it');
  vi.advanceTimersByTime(LONG_MS);
  expect([former.calls, next.calls]).toEqual([['pause'], []]);
});
