import { fc, fuzz } from '@agent-factory/fuzzing';
import { describe, expect, test } from 'vitest';
import { ControlStream } from '../../src/tmux/control/control-stream.js';
import { unescapeOutput } from '../../src/tmux/control/unescape-output.js';

/** What is heard of these bytes, cut into pieces at these places. */
function heard(bytes: Buffer, cuts: readonly number[] = []): string[] {
  const events: string[] = [];
  const stream = new ControlStream({
    onOutput: (paneId, output) => events.push(`${paneId} ${output.toString('latin1')}`),
    onReply: (lines) => events.push(lines === undefined ? 'refused' : `reply ${lines.map(String).join('|')}`),
    onLayout: () => events.push('layout'),
  });
  const places = [0, ...cuts, bytes.length];
  for (const [index, place] of places.slice(1).entries()) stream.add(bytes.subarray(places[index], place));
  return events;
}

const SAID = Buffer.from(
  [
    '%begin 1 264 0',
    '%end 1 264 0',
    '%session-changed $0 af-a',
    '%output %0 gr\u00fc\\303\\237e \\033[1m\\134\\015\\012',
    '%begin 1 269 1',
    '%end 1 268 1',
    '%output of a screen',
    '%end 1 269 1',
    '%output %1 b',
    '%begin 1 270 1',
    '%error 1 270 1',
    '%layout-change @0 b25d,80x24,0,0,0 b25d,80x24,0,0,0 *',
    '%exit',
    '',
  ].join('\n'),
);

const HEARD = [
  `%0 ${Buffer.from('grüße \x1b[1m\\\r\n').toString('latin1')}`,
  'reply %end 1 268 1|%output of a screen',
  '%1 b',
  'refused',
  'layout',
];

describe('what tmux says in control mode', () => {
  test('is heard in order, and answers are told from text that looks like what ends them', () => {
    expect(heard(SAID)).toEqual(HEARD);
  });

  test('is heard alike wherever it is cut', () => {
    for (let at = 0; at <= SAID.length; at += 1) expect(heard(SAID, [at])).toEqual(HEARD);
    expect(heard(SAID, [...SAID.keys()])).toEqual(HEARD);
  });
});

/** As tmux does it: whatever is below a space, and the backslash itself. */
function escaped(bytes: Uint8Array): Buffer {
  const parts = [...bytes].map((byte) =>
    byte < 0x20 || byte === 0x5c ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCharCode(byte),
  );
  return Buffer.from(parts.join(''), 'latin1');
}

fuzz({
  parser: 'control mode',
  says: 'all bytes of a program come back as they were, however they are cut on their way',
  input: fc.tuple(
    fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 5 }),
    fc.array(fc.nat(300), { maxLength: 8 }),
  ),
  holds: ([outputs, cuts]) => {
    for (const bytes of outputs) expect(Buffer.compare(unescapeOutput(escaped(bytes)), bytes)).toBe(0);
    const said = Buffer.concat(
      outputs.flatMap((bytes) => [Buffer.from('%output %0 '), escaped(bytes), Buffer.from('\n')]),
    );
    const places = cuts.map((cut) => Math.min(cut, said.length)).sort((a, b) => a - b);
    expect(heard(said, places)).toEqual(outputs.map((bytes) => `%0 ${Buffer.from(bytes).toString('latin1')}`));
  },
});

fuzz({
  parser: 'control mode',
  says: 'whatever comes, it is read without an error',
  input: fc.array(
    fc.oneof(
      fc.constantFrom('%begin 1 2 1', '%end 1 2 1', '%error 1 2 1', '%output', '%output %0', '%output %0 \\', '%', ''),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 20 },
  ),
  holds: (lines) => {
    heard(Buffer.from(lines.join('\n')));
  },
});
