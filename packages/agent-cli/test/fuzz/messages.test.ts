import { changedDocuments, fc, fuzz } from '@agent-factory/fuzzing';
import { expect } from 'vitest';
import { LineSplitter } from '../../src/structured/json-lines.js';
import { readMessage } from '../../src/structured/read-message.js';
import { CAPTURED, type Captured, captureLines, transcript } from '../events/captures.js';
import { Driving } from '../events/driving.js';
import { logReader } from '../events/read-log.js';
import { Recording } from '../events/recording.js';
import { Silence } from '../events/silence.js';
import { strangeLines } from '../events/strange-lines.js';

/** With the inputs of a test run, 10⁵ lines in all. */
const LINES = { minLength: 40, maxLength: 80 };

/** What becomes of one line of a conversation. */
const fate = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: 'said' as const }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('changed' as const), seed: fc.nat(9999) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('flipped' as const), at: fc.nat(), byte: fc.nat(255) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'left out' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'said twice' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'said later' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const), at: fc.nat() }) },
);
type Fate = typeof fate extends fc.Arbitrary<infer T> ? T : never;

interface Garbled {
  readonly from: number;
  readonly fates: readonly Fate[];
  readonly changed: readonly string[];
}

function garbled(lines: readonly string[]): fc.Arbitrary<Garbled> {
  const documents = lines.map((line) => JSON.parse(line) as unknown);
  return fc.record({
    from: fc.nat(lines.length - 1),
    fates: fc.array(fate, LINES),
    changed: fc.array(changedDocuments(documents), { minLength: 3, maxLength: 12 }),
  });
}

/** The lines with what has become of them, as bytes. */
function bytesOf(lines: readonly string[], { from, fates, changed }: Garbled): Buffer {
  const said: Buffer[] = [];
  const later: Buffer[] = [];
  for (const [n, one] of fates.entries()) {
    const line = Buffer.from(lines[(from + n) % lines.length] ?? '');
    if (one.kind === 'said later') later.push(line);
    else said.push(...linesOf(line, one, changed));
  }
  return Buffer.concat([...said, ...later].flatMap((line) => [line, Buffer.from('\n')]));
}

function linesOf(line: Buffer, one: Fate, changed: readonly string[]): Buffer[] {
  if (one.kind === 'left out') return [];
  if (one.kind === 'said twice') return [line, line];
  if (one.kind === 'changed') return [Buffer.from(changed[one.seed % changed.length] ?? '')];
  if (one.kind === 'cut') return [line.subarray(0, one.at % (line.length + 1))];
  if (one.kind === 'flipped') line[one.at % line.length] = one.byte;
  return [line];
}

/** Nothing is open, and whoever stores the events can write them. */
function expectSound(recording: Recording): void {
  recording.finish();
  expect(() => JSON.stringify(recording.events)).not.toThrow();
}

const agentLines = (agent: Captured) =>
  transcript(agent)
    .flat()
    .flatMap(({ by, line }) => (by === 'agent' ? [line] : []));

for (const agent of CAPTURED) {
  const lines = [...agentLines(agent), ...strangeLines(agent)];
  fuzz({
    parser: `what ${agent} says over the pipe`,
    says: 'events are well-formed and no line is lost, whatever it says',
    input: fc.record({ talk: garbled(lines), asksAt: fc.array(fc.nat(60), { maxLength: 6 }) }),
    holds: async ({ talk, asksAt }) => {
      const driving = await Driving.of(agent);
      driving.driver.open().catch(() => undefined);
      let count = 0;
      const silence = new Silence(agent, driving);
      const to = { driver: driving.driver, writer: driving.recording.writer };
      const onLine = (line: string, isCut: boolean) => {
        if (asksAt.includes(count)) driving.ask('Go on.');
        if (asksAt.includes(count + 3)) driving.answer(driving.recording.thread.asked[0]?.options[0]?.id ?? '');
        const before = driving.recording.events.length;
        const mayBeSilent = silence.allows(line);
        readMessage(line, isCut, to);
        if (!mayBeSilent && driving.recording.events.length === before) expect.fail(`lost: ${line}`);
        count += 1;
      };
      new LineSplitter({ onLine }).write(bytesOf(lines, talk));
      await driving.settle();
      driving.driver.ended(Object.assign(new Error('It ended.')) as never);
      driving.recording.writer.endRun({ kind: 'done' });
      await driving.settle();
      expectSound(driving.recording);
      const asked = driving.recording.names().filter((name) => name === 'permission_asked').length;
      expect(asked).toBeGreaterThanOrEqual(silence.handedOver);
    },
  });
}

for (const agent of CAPTURED) {
  const lines = captureLines(`${agent}.terminal`);
  fuzz({
    parser: `the log of ${agent}`,
    says: 'events are well-formed, whatever is in it',
    input: garbled(lines),
    cost: 2,
    holds: (talk) => {
      const recording = new Recording();
      const reader = logReader(agent, recording);
      new LineSplitter({ onLine: (line) => reader.read(line) }).write(bytesOf(lines, talk));
      reader.quiet?.(Number.POSITIVE_INFINITY);
      recording.writer.endRun({ kind: 'done' });
      expectSound(recording);
    },
  });
}
