import { describe, expect, test } from 'vitest';
import { LineSplitter } from '../../src/structured/json-lines.js';
import { CAPTURED, type Captured, captureLines, type Said, transcript } from '../events/captures.js';
import { Driving } from '../events/driving.js';
import { logReader } from '../events/read-log.js';
import { Recording } from '../events/recording.js';
import { Replay } from '../events/replay.js';

/** Every capture of the real CLIs: conversations over the pipe, process by process, and logs of terminals. */
const CONVERSATIONS: readonly (readonly [string, Captured, readonly Said[][]])[] = [
  ...CAPTURED.map((agent) => [agent, agent, transcript(agent)] as const),
  ['claude in the background', 'claude', transcript('claude', 'background')],
];
const LOGS = ['claude.terminal', 'claude.piped', 'codex.terminal', 'gemini.terminal'] as const;

function split(chunks: Iterable<Buffer>): string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter({ onLine: (line) => lines.push(line) });
  for (const chunk of chunks) splitter.write(chunk);
  splitter.end();
  return lines;
}

function theirs(said: readonly Said[]): string[] {
  return said.filter(({ by }) => by === 'agent').map(({ line }) => line);
}

/** As many characters of the lines before and after as any cut can reach. */
const NEAR = 40;

/**
 * A line knows nothing of those before it, and of two after it: what a cut can do, it does to its own line and its
 * neighbours. So each line is cut at every byte between those next to it, and the whole is cut into single bytes.
 */
function expectSameLines(lines: readonly string[]): void {
  for (const [place, line] of lines.entries()) {
    const around = [lines[place - 1]?.slice(-NEAR) ?? '', line, lines[place + 1]?.slice(0, NEAR) ?? ''];
    const bytes = Buffer.from(`${around.join('\n')}\n`);
    const from = Buffer.byteLength(`${around[0]}\n`);
    for (let cut = from; cut <= from + Buffer.byteLength(line) + 1; cut += 1)
      if (split([bytes.subarray(0, cut), bytes.subarray(cut)]).join('\n') !== around.join('\n'))
        expect.fail(`line ${place}, cut at byte ${cut - from}`);
  }
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  // One byte at a time.
  expect(split(Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(lines);
}

describe.each(CONVERSATIONS)('what %s says', (_, agent, processes) => {
  test('is the same lines wherever the pipe cuts it', () => {
    for (const said of processes) expectSameLines(theirs(said));
  });

  test('loses no event when it ends at any byte', async () => {
    await expectKept(processes.flatMap(theirs), async () => {
      const driving = await Driving.of(agent);
      driving.ask('Go on.');
      return { recording: driving.recording, hear: (piece) => driving.hear(piece) };
    });
  });

  test('leaves nothing open when it ends after any line, or in the middle of the next', async () => {
    for (const [n, said] of processes.entries()) await expectClosedAfterEachLine(agent, said, n > 0);
  });
});

describe.each(LOGS)('the log %s', (name) => {
  const agent = name.split('.')[0] as Captured;
  const lines = captureLines(name).map(withShortTexts);

  test('is the same lines wherever a reading of it ends', () => {
    expectSameLines(lines);
  });

  test('loses nothing of a line that ends at any byte', async () => {
    await expectKept(lines, async () => {
      const recording = new Recording();
      const reader = logReader(agent, recording);
      return { recording, hear: (piece) => reader.read(piece) };
    });
  });

  test('leaves nothing open when it ends after any line', () => {
    for (const end of lines.keys()) {
      const recording = new Recording();
      const reader = logReader(agent, recording);
      for (const line of lines.slice(0, end + 1)) reader.read(line);
      recording.writer.endRun({ kind: 'done' });
      recording.finish();
    }
  });
});

interface Listener {
  readonly recording: Recording;
  hear(line: string): void;
}

/** Whatever came of a line is kept as it is, and changes nothing of the conversation. What begins alike is cut once. */
async function expectKept(lines: readonly string[], listen: () => Promise<Listener>): Promise<void> {
  const seen = new Set<string>();
  for (const line of lines) {
    const pieces = beginnings(line).filter((piece) => !seen.has(piece));
    for (const piece of pieces) seen.add(piece);
    const { recording, hear } = await listen();
    const before = recording.events.length;
    for (const piece of pieces) hear(piece);
    const kept = recording.events.slice(before).map((event) => (event.type === 'RAW' ? event.event : event));
    if (kept.length !== pieces.length || pieces.some((piece, n) => piece !== kept[n])) expect(kept).toEqual(pieces);
  }
}

/** Logs repeat long instructions; one byte of them is like another, and each costs as much as the line is long. */
function withShortTexts(line: string): string {
  const shorten = (_: string, value: unknown) => (typeof value === 'string' ? value.slice(0, 24) : value);
  return JSON.stringify(JSON.parse(line), shorten);
}

/** Every beginning of a line, as it is when its process ends. Half a character is none. */
function beginnings(line: string): string[] {
  const bytes = Buffer.from(line);
  const isAscii = bytes.length === line.length;
  const decoded = (piece: Buffer) => (isAscii ? line.slice(0, piece.length) : split([piece]).join());
  return Array.from({ length: bytes.length - 1 }, (_, at) => decoded(bytes.subarray(0, at + 1)));
}

/** A conversation that has come as far as a line, and of the next one to its middle, ends. */
async function expectClosedAfterEachLine(agent: Captured, said: readonly Said[], isResumed: boolean): Promise<void> {
  const whole = (await playedTo(agent, said, isResumed)).driving.recording.events;
  for (const [place, { by, line }] of said.entries()) {
    if (by !== 'agent') continue;
    const replay = await playedTo(agent, said.slice(0, place), isResumed);
    const { recording } = replay.driving;
    expect(withoutRunIds(recording.events)).toEqual(withoutRunIds(whole.slice(0, recording.events.length)));
    replay.driving.hear(line.slice(0, line.length / 2));
    replay.end();
    recording.finish();
  }
}

async function playedTo(agent: Captured, said: readonly Said[], isResumed: boolean): Promise<Replay> {
  const replay = await Replay.of(agent, isResumed ? { resume: 'session' } : {});
  await replay.play(said);
  return replay;
}

/** A turn that Claude Code begins by itself has a random name. */
function withoutRunIds(events: readonly object[]): object[] {
  return events.map((event) => ({ ...event, runId: undefined }));
}
