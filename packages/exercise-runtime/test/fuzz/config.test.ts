import { resolve } from 'node:path';
import { fc, fuzz, jsonTexts, validDocuments } from '@agent-factory/fuzzing';
import { EXERCISE_FORMAT_VERSION, MAX_EXERCISE_FILES } from '@agent-factory/protocol';
import { expect } from 'vitest';
import { exerciseFiles } from '../../src/files.js';
import { decodeExerciseConfig } from '../../src/load.js';
import { tail } from '../../src/tail.js';

fuzz({
  parser: 'exercise config',
  says: 'what is taken reads the same again and names files of its own folder alone; what is not says why',
  input: jsonTexts(
    [...validDocuments('exerciseConfig'), ...validDocuments('exerciseConfigFormat1')].map((config) => ({
      ...(config as object),
      id: 'first-agent',
    })),
  ),
  holds: (text) => {
    const outcome = decodeExerciseConfig(text, 'first-agent');
    if (!outcome.ok) {
      expect(outcome.issues.length).toBeGreaterThan(0);
      return;
    }
    // Whatever it was written in, what was read of it is a config of today's format.
    const written = JSON.stringify({ ...outcome.value, formatVersion: EXERCISE_FORMAT_VERSION });
    expect(decodeExerciseConfig(written, 'first-agent')).toEqual({ ok: true, value: JSON.parse(written) });
    const files = exerciseFiles(outcome.value);
    expect(files.length).toBeLessThanOrEqual(3 * MAX_EXERCISE_FILES);
    for (const file of files) expect(resolve('/exercise', file)).toMatch(/^\/exercise\/./);
  },
});

fuzz({
  parser: 'end of an output',
  says: 'is no longer than it may be, and what the text ends with',
  input: fc.tuple(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat(300)),
  holds: ([text, bytes]) => {
    const end = tail(text, bytes);
    expect(Buffer.byteLength(end)).toBeLessThanOrEqual(bytes);
    expect(text.endsWith(end)).toBe(true);
  },
});
