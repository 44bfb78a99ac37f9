import { join, posix, win32 } from 'node:path';
import { changedDocuments, fc, fuzz, oddText, validDocuments } from '@agent-factory/fuzzing';
import {
  contentPathSchema,
  declarativeCheckSchema,
  decodeRegistry,
  exerciseIdOf,
  exerciseIdSchema,
  sessionIdOf,
  sessionIdSchema,
} from '@agent-factory/protocol';
import { expect } from 'vitest';
import { jsonExcess } from '../../src/json-text.js';
import { MAX_CONTENT_VALUES, MAX_REGISTRY_LENGTH } from '../../src/limits.js';

const letter = fc.constantFrom(...'abcxyz0189-');
const exerciseId = fc.string({ unit: letter, minLength: 1, maxLength: 64 });
/** Names that Windows keeps for itself, and such as only look like them. */
const deviceLike = fc.constantFrom(
  'con',
  'nul',
  'aux',
  'prn',
  'com1',
  'lpt9',
  'com',
  'com0',
  'com10',
  'console',
  'con-1',
);
const idLike = fc.oneof(
  deviceLike,
  exerciseId,
  fc.string({ unit: letter, maxLength: 80 }),
  oddText,
  exerciseId.map((id) => `${id}\n`),
);

fuzz({
  parser: 'exercise ids',
  says: 'those are taken that are safe as a folder on any system and a name in tmux',
  input: idLike,
  holds: (text) => {
    const isDevice = /^(?:con|nul|aux|prn|(?:com|lpt)[0-9])$/.test(text);
    const isSafe = /^[a-z0-9-]{1,64}$/.test(text) && !text.endsWith('\n') && !isDevice;
    expect(exerciseIdSchema.safeParse(text).success).toBe(isSafe);
  },
});

fuzz({
  parser: 'session ids',
  says: 'a session belongs to the exercise it was made for, and any other text to none',
  input: idLike,
  holds: (text) => {
    if (exerciseIdSchema.safeParse(text).success) expect(exerciseIdOf(sessionIdOf(text))).toBe(text);
    else expect(exerciseIdOf(`af-${text}`)).toBeUndefined();
    expect(sessionIdSchema.safeParse(text).success).toBe(exerciseIdOf(text) !== undefined);
  },
});

const part = fc.oneof(fc.constantFrom('..', '.', '', 'a', 'b.txt', 'CON', ' ', '~', '-rf'), oddText);
const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));

fuzz({
  parser: 'content paths',
  says: 'none leaves its folder, on any system',
  input: fc.oneof(path, oddText),
  holds: (text) => {
    if (!contentPathSchema.safeParse(text).success) return;
    for (const [system, root] of [
      [posix, '/srv/exercise'],
      [win32, 'C:\\srv\\exercise'],
    ] as const) {
      const way = system.relative(root, system.resolve(root, text));
      expect(way).not.toBe('');
      expect(way.split(system.sep)).not.toContain('..');
      expect(system.isAbsolute(way)).toBe(false);
    }
    expect(join('x', text)).toBe(`x/${text}`);
  },
});

const registries = fc.tuple(
  changedDocuments(validDocuments('registry').flatMap((registry) => (registry as { exercises: unknown[] }).exercises)),
  exerciseId,
  fc.nat(2),
);

fuzz({
  parser: 'registry',
  says: 'an entry that is not whole never hides another, and is left out alone or says why; one that is too deep is the end of all',
  input: registries,
  cost: 2,
  holds: ([broken, id, place]) => {
    const good = JSON.stringify({
      id,
      title: 'Good',
      lessonPath: 'x/good',
      difficulty: 'beginner',
      estimatedMinutes: 5,
      xpReward: 1,
    });
    const entries = [good, '{"id":42}'];
    entries.splice(place, 0, broken);
    const text = `{"version":"1.0","exercises":[${entries.join(',')}]}`;
    const outcome = decodeRegistry(text);
    const excess = jsonExcess(text, { maxLength: MAX_REGISTRY_LENGTH, maxValues: MAX_CONTENT_VALUES });
    expect(outcome.ok).toBe(excess === undefined);
    if (!outcome.ok) return expect(outcome.issues).toEqual([excess]);
    const { registry, issues } = outcome.value;
    expect(issues.length).toBeGreaterThan(0);
    const ids = registry.exercises.map((entry) => entry.id);
    expect(ids).toContain(id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const entry of registry.exercises) expect(exerciseIdSchema.safeParse(entry.id).success).toBe(true);
  },
});

const pattern = fc.oneof(
  oddText,
  fc
    .array(
      fc.constantFrom('a', '(', ')', '[', ']', '+', '*', '?', '{2}', '\\', '\\p{L}', '^', '$', '|', '(?<n>', '\\k<n>'),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

fuzz({
  parser: 'patterns of checks',
  says: 'what is taken is a pattern that can be asked',
  input: pattern,
  holds: (text) => {
    const check = { type: 'file_matches', criterion: 'n', path: 'p', pattern: text };
    if (declarativeCheckSchema.safeParse(check).success)
      expect(typeof new RegExp(text, 'mu').test('ab')).toBe('boolean');
  },
});
