import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CastFile } from '../../src/recordings/files/cast-file.js';
import { OpenRecording } from '../../src/recordings/open-recording.js';

test('what is told of a recording that goes on is in its file, also while more is printed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cast-'));
  const path = join(folder, 'a.cast');
  const file = await CastFile.create(path, () => undefined);
  const open = new OpenRecording('x' as never, 'first-steps', { file, recorder: {}, listener: {} } as never);
  file.add('one\n');
  const flushing = open.flush();
  await Promise.resolve();
  file.add('two\n');
  const told = await flushing;
  const there = (await stat(path)).size;
  await file.close({ durationMs: 0, endedBy: 'stopped' });
  await rm(folder, { recursive: true });
  expect(told).toBeLessThanOrEqual(there);
});
