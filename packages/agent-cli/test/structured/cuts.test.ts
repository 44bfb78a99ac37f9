import { describe, expect, test } from 'vitest';
import { LineSplitter } from '../../src/structured/json-lines.js';
import { CAPTURED, type Captured, type Said, transcript } from '../events/captures.js';
import { Replay } from '../events/replay.js';

function split(...chunks: readonly Buffer[]): string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter({ onLine: (line) => lines.push(line) });
  for (const chunk of chunks) splitter.write(chunk);
  splitter.end();
  return lines;
}

function theirs(said: readonly Said[]): string[] {
  return said.filter(({ by }) => by === 'agent').map(({ line }) => line);
}

async function playedTo(agent: Captured, said: readonly Said[]): Promise<Replay> {
  const replay = await Replay.of(agent);
  await replay.play(said);
  return replay;
}

describe.each(CAPTURED)('what %s says', (agent) => {
  const said = transcript(agent)[0] ?? [];
  const lines = theirs(said);
  const bytes = Buffer.from(`${lines.join('\n')}\n`);

  test('is the same lines wherever the pipe cuts it', () => {
    for (let cut = 0; cut <= bytes.length; cut += 1)
      if (split(bytes.subarray(0, cut), bytes.subarray(cut)).join('\n') !== lines.join('\n'))
        expect.fail(`cut at byte ${cut}`);
    expect(split(...Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(lines);
  });

  test('loses no event when it ends at any byte, and leaves nothing open', async () => {
    const whole = (await playedTo(agent, said)).driving.recording.events;
    for (const [place, { by, line }] of said.entries()) {
      if (by !== 'agent') continue;
      const replay = await playedTo(agent, said.slice(0, place));
      const { recording } = replay.driving;
      const before = recording.events.length;
      expect(withoutRunIds(recording.events)).toEqual(withoutRunIds(whole.slice(0, before)));
      const cut = cutAnywhere(line);
      for (const piece of cut) replay.driving.hear(piece);
      // Whatever came of the line is kept as it is.
      expect(recording.events.slice(before)).toEqual(cut.map((event) => ({ type: 'RAW', event, source: 'test' })));
      replay.end();
      recording.finish();
    }
  });
});

/** Every beginning of a line, as it is when its process ends. Half a character is none. */
function cutAnywhere(line: string): string[] {
  const bytes = Buffer.from(line);
  return Array.from({ length: bytes.length - 1 }, (_, at) => split(bytes.subarray(0, at + 1)).join());
}

/** A turn that Claude Code begins by itself has a random name. */
function withoutRunIds(events: readonly object[]): object[] {
  return events.map((event) => ({ ...event, runId: undefined }));
}
