import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  checkOutputSchema,
  checkRowSchema,
  contentPathSchema,
  decode,
  decodeJson,
  decodeRegistry,
  discoverySchema,
  EXERCISE_FORMATS,
  exerciseConfigSchema,
  exerciseIdSchema,
  healthSchema,
  jsonExcess,
  MAX_CONFIG_LENGTH,
  MAX_CONTENT_VALUES,
  MAX_IMPORT_BYTES,
  MAX_REGISTRY_LENGTH,
  parseJson,
  ROUTES,
  registrySchema,
} from '../src/index.js';
import { progressDocumentSchema } from '../src/progress/index.js';

/** What may hold up the daemon, five times over: test machines are slow. */
const SLACK_MS = 5 * 50;

const ROUNDS = 5;

/**
 * With the time that the processor was at it, as others use it too. They make each step slower besides: of some rounds,
 * the first that is quick enough counts, or else the quickest.
 */
function timed<T>(action: () => T): { result: T; ms: number } {
  let ms = Number.POSITIVE_INFINITY;
  for (let round = 1; ; round++) {
    const begun = process.cpuUsage();
    const result = action();
    const { user, system } = process.cpuUsage(begun);
    ms = Math.min(ms, (user + system) / 1000);
    if (ms < SLACK_MS || round === ROUNDS) return { result, ms };
  }
}

/** As much of a text as fits between two others within a length. */
function filled(before: string, piece: string, after: string, length: number): string {
  return before + piece.repeat(Math.floor((length - before.length - after.length) / piece.length)) + after;
}

describe('JSON of somebody else', () => {
  test('is measured before it is parsed: its length, its depth and the number of its values', () => {
    expect(jsonExcess('[1, {"a": "[[[,,,"}]', { maxLength: 20, maxValues: 4 })).toBeUndefined();
    expect(jsonExcess('[1, {"a": "[[[,,,"}]', { maxLength: 19 })).toContain('20 characters, expected at most 19');
    expect(jsonExcess('[1,2,3]', { maxValues: 3 })).toContain('more than 3 values');
    expect(jsonExcess(String.raw`["\"[[", "\\"]`, { maxValues: 3 })).toBeUndefined();
    expect(jsonExcess('['.repeat(101))).toContain('100');
    expect(jsonExcess(`${'['.repeat(100)}${']'.repeat(100)}`)).toBeUndefined();
    for (const text of ['', '"', '"\\', ']]]]', '{"a":']) expect(jsonExcess(text)).toBeUndefined();
  });

  test('of any depth is refused, never thrown over', () => {
    for (const depth of [101, 3000, 1_000_000]) {
      for (const open of ['[', '{"a":']) {
        const deep = `${open.repeat(depth)}1${(open === '[' ? ']' : '}').repeat(depth)}`;
        expect(parseJson(deep).ok).toBe(false);
        const check = `{"name":"a","type":"json_equals","path":"a","at":[],"equals":${deep}}`;
        const config = `{"id":"a","title":"a","verification":{"type":"checks","checks":[${check}]}}`;
        expect(decodeJson(exerciseConfigSchema, config).ok).toBe(false);
        expect(decodeRegistry(`{"version":"1.0","exercises":${deep}}`).ok).toBe(false);
      }
    }
  });

  test('as deep as it may be goes through every schema', () => {
    const deep = `${'['.repeat(90)}1${']'.repeat(90)}`;
    const check = `{"name":"a","type":"json_equals","path":"a","at":[],"equals":${deep}}`;
    const config = `{"id":"a","title":"a","verification":{"type":"checks","checks":[${check}]}}`;
    expect(decodeJson(exerciseConfigSchema, config).ok).toBe(true);
  });
});

/** Bodies of full size, each with as much in it as there is room for. */
const LIMITS = { maxLength: MAX_CONFIG_LENGTH, maxValues: MAX_CONTENT_VALUES };
const FIELDS: [what: string, before: string, piece: string, after: string][] = [
  ['criteria of a stage', '"stages":[{"title":"a","criteria":["a"', ',"b"', ']}]'],
  ['stages', '"stages":[0', ',{}', ']'],
  ['needs', '"needs":{"a":["b"]', ',"c":[1]', '}'],
  ['criteria', '"formatVersion":2,"criteria":[0', ',{}', ']'],
  ['needs of one', '"needs":{"a":[0', ',1', ']}'],
  ['hints', '"hints":{"a":[]', ',"b":[]', '}'],
  ['starter files', '"workspace":{"starterFiles":["../x"', ',"../x"', ']}'],
  ['checks', '"verification":{"type":"checks","checks":[{}', ',{"type":"file_contains"}', ']}'],
  ['texts', '"verification":{"type":"files","files":[{"path":"a","contains":[0', ',0', ']}]}'],
  ['values to compare', '"verification":{"type":"checks","checks":[{"type":"json_equals","equals":[0', ',[]', ']}]}'],
  ['systems', '"os":["linux"', ',"beos"', ']'],
  ['skills', '"skills":[""', ',""', ']'],
  ['unknown fields', '"x":0', ',"yy":0', ''],
];

describe('a config of full size', () => {
  test.each(FIELDS)('full of %s is refused at once, in a few short sentences', (what, before, piece, after) => {
    const text = filled(`{"id":"a","title":7,${before}`, piece, `${after}}`, MAX_CONFIG_LENGTH);
    const { result, ms } = timed(() => decodeJson(exerciseConfigSchema, text, LIMITS));
    expect([what, result.ok]).toEqual([what, false]);
    expect(ms).toBeLessThan(SLACK_MS);
    if (!result.ok) expect(result.issues.join('; ').length).toBeLessThan(4000);
    // Also where the values are few enough to come as far as the schema.
    const small = filled(`{"id":"a","title":7,${before}`, piece, `${after}}`, 100_000);
    const value = JSON.parse(small);
    const bound = timed(() => exerciseConfigSchema.safeParse(value));
    expect(bound.result.error?.issues.length).toBeLessThan(100);
    expect(bound.ms).toBeLessThan(SLACK_MS);
  });

  test('with as many broken items as every list may have is refused within the same time', () => {
    const checks = Array(100).fill({ type: 'file_contains', name: 'a', path: 'a', contains: Array(50).fill(0) });
    const needs = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`n${index}`, Array(50).fill(0)]));
    const stages = Array(20).fill({ title: 'a', criteria: Array(100).fill(0) });
    const value = { id: 'a', title: 'a', stages, needs, verification: { type: 'checks', checks } };
    const { result, ms } = timed(() => decode(exerciseConfigSchema, value));
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.issues.at(-1)).toMatch(/^and \d+ more$/);
    expect(ms).toBeLessThan(SLACK_MS);
  });
});

describe('a registry of full size', () => {
  const broken = (id: number) => ({ id: `e${id}`, title: 7, skills: Array(20).fill('') });
  const whole = (id: number) => ({
    ...{ id: `e${id}`, title: 'a', lessonPath: 'a', difficulty: 'beginner', estimatedMinutes: 1, xpReward: 0 },
    skills: Array(20).fill('A skill'),
  });
  const registry = (entry: (id: number) => object) =>
    JSON.stringify({ version: '1.0', exercises: Array.from({ length: 1000 }, (_, id) => entry(id)) });

  test('that is whole is read, and so is one with a hundred broken entries', () => {
    for (const few of [0, 100]) {
      const outcome = decodeRegistry(registry((id) => (id < few ? broken(id) : whole(id))));
      if (!outcome.ok) throw new Error(outcome.issues.join());
      expect(outcome.value.registry.exercises).toHaveLength(1000);
      expect(outcome.value.issues).toHaveLength(few === 0 ? 0 : 21);
    }
  });

  test('that is broken in every entry is refused after a hundred of them', () => {
    const text = registry(broken);
    const { result, ms } = timed(() => decodeRegistry(text));
    expect([result.ok, ms < SLACK_MS]).toEqual([false, true]);
    if (!result.ok) expect(result.issues.join('; ').length).toBeLessThan(4000);
  });

  test('that is a million entries of nothing is refused before it is parsed', () => {
    const text = filled('{"version":"1.0","exercises":[0', ',{}', ']}', MAX_REGISTRY_LENGTH);
    const { result, ms } = timed(() => decodeRegistry(text));
    expect(ms).toBeLessThan(SLACK_MS);
    expect(result).toEqual({ ok: false, issues: ['found more than 50000 values'] });
  });
});

test('an import of full size, broken in every entry, is refused after the first few', () => {
  const entry = `{"criteria":[${Array(100).fill('{}').join()}]}`;
  const before = '{"format":"af-practice-progress","formatVersion":1,"exportedAt":"2026-01-01T00:00:00Z","exercises":[';
  const text = filled(`${before}${entry}`, `,${entry}`, ']}', MAX_IMPORT_BYTES);
  const few = `${before}${Array(1000).fill(entry).join()}]}`;
  for (const body of [text, few]) {
    const value = JSON.parse(body);
    const { result, ms } = timed(() => decode(progressDocumentSchema, value));
    expect([result.ok, ms < SLACK_MS]).toEqual([false, true]);
    if (!result.ok) expect(result.issues.join('; ').length).toBeLessThan(4000);
  }
});

test('long names and values are told by their beginnings', () => {
  const long = 'x'.repeat(100_000);
  const bodies = [{ needs: { [long]: [7] } }, { title: { [long]: 1 } }, { verification: { type: long } }];
  for (const body of bodies) {
    const outcome = decode(exerciseConfigSchema, { id: 'a', title: 'a', ...body });
    if (outcome.ok) throw new Error('it was taken');
    expect(outcome.issues.join().length).toBeLessThan(500);
  }
  const strict = decode(ROUTES.start.request, {
    exerciseId: 'a',
    [long]: 1,
    ...Object.fromEntries([...'abcdefghijklmnopqrstuvwxyz'].map((key) => [key, 1])),
  });
  if (strict.ok) throw new Error('it was taken');
  expect(strict.issues.join().length).toBeLessThan(500);
});

describe('every text, list and record that somebody else fills', () => {
  const requests = Object.entries(ROUTES).flatMap(([name, route]) =>
    'request' in route && name !== 'importProgress' ? [[`the body of ${name}`, route.request] as const] : [],
  );
  const read = [
    ['config.json', EXERCISE_FORMATS[2]],
    ['config.json of format 1', EXERCISE_FORMATS[1]],
    ['registry.json', registrySchema],
    ['a row of a check', checkRowSchema],
    ['the output of a check', checkOutputSchema],
    ['the discovery file', discoverySchema],
    ['an answer of /health', healthSchema],
    ...requests,
  ] as const;
  test.each(read)('is bounded: %s', (_what, schema) => {
    expect(unbounded(z.toJSONSchema(schema, { io: 'input', reused: 'inline' }))).toEqual([]);
  });
});

test('more items, entries or values than there may be are counted, and none of them is looked at', () => {
  const wrong = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, 0]));
  const compared = (equals: unknown) => ({ name: 'a', type: 'json_equals', path: 'a', at: [], equals });
  const checks = (check: unknown) => ({ verification: { type: 'checks', checks: [check] } });
  const fields: [field: string, value: object][] = [
    ['criteria', { formatVersion: 2, criteria: Array(101).fill({}) }],
    ['stages', { stages: Array(21).fill({}) }],
    ['needs', { needs: wrong(101) }],
    ['hints', { hints: wrong(101) }],
    ['equals', checks(compared(Array(2000).fill(0)))],
    ['equals', checks(compared(Array(40).fill(Array(50).fill(0))))],
  ];
  for (const [field, value] of fields) {
    const issues = exerciseConfigSchema.safeParse({ id: 'a', title: 'a', ...value }).error?.issues ?? [];
    const told = issues.filter(({ path }) => path.includes(field));
    expect([field, told.length]).toEqual([field, 1]);
  }
});

type Json = { [key: string]: unknown };

/** Ways to whatever in a JSON Schema has no upper limit. What a check compares with has one of its own. */
function unbounded(schema: unknown, way = ''): string[] {
  if (typeof schema !== 'object' || schema === null || /\.(equals|\$defs)$/.test(way)) return [];
  const { type, maxLength, maxItems, maxProperties, additionalProperties } = schema as Json;
  const chosen = 'enum' in schema || 'const' in schema;
  const missing =
    (type === 'string' && !chosen && maxLength === undefined) ||
    (type === 'array' && maxItems === undefined) ||
    (typeof additionalProperties === 'object' &&
      Object.keys(additionalProperties ?? {}).length > 0 &&
      maxProperties === undefined);
  const below = Object.entries(schema).flatMap(([key, value]) =>
    key === 'propertyNames' ? [] : unbounded(value, `${way}.${key}`),
  );
  return [...(missing ? [way] : []), ...below];
}

describe('a path of content', () => {
  const refused: [path: string, why: string][] = [
    [`${'😀'.repeat(99)}/../../../x`, 'at most 200 characters'],
    [`${'../'.repeat(20)}${'😀'.repeat(99)}`, 'at most 200 characters'],
    ['NUL', 'a device on Windows'],
    ['a/con', 'a device on Windows'],
    ['aux.txt', 'a device on Windows'],
    ['COM1.tar.gz', 'a device on Windows'],
    ['lpt³', 'a device on Windows'],
    ['prn .md', 'a device on Windows'],
    ['conout$', 'a device on Windows'],
    ['a ', 'end in a space or a dot'],
    ['a./b', 'end in a space or a dot'],
    ['a/b...', 'end in a space or a dot'],
    ['.git/config', "git's own"],
    ['a/.GIT/hooks/post-checkout', "git's own"],
    ['.g\u200cit', "git's own"],
    ['git~1/x', "git's own"],
    ['git~2', "git's own"],
    ['a\tb', 'can be seen'],
    ['a\u007fb', 'can be seen'],
    ['a\u202egpj.sh', 'can be seen'],
    ['a\u2067gpj.sh', 'can be seen'],
    ['a\ud800b', 'can be seen'],
    ['\udc00', 'can be seen'],
    ['写'.repeat(86), 'at most 255 bytes'],
    [`a/${'🙂'.repeat(64)}`, 'at most 255 bytes'],
    [`${'a/'.repeat(100)}b`, '<=200 characters'],
    ['what?.md', 'without any of'],
    ['a\\b', 'without any of'],
    ['c:/x', 'without any of'],
    ['a/../b', 'stays inside'],
  ];
  test.each(refused)('%j is refused with the reason', (path, why) => {
    const outcome = decode(contentPathSchema, path);
    if (outcome.ok) throw new Error('it was taken');
    expect(outcome.issues).toHaveLength(1);
    expect(outcome.issues[0]).toContain(why);
  });

  const taken = ['a.py', 'nullable.py', 'com.txt', 'console.log', '.gitignore', '.github/x.yml', 'a b/ä é.txt'];
  test.each([...taken, '写'.repeat(85), '🙂'.repeat(63), '👩‍💻.md', '-rf', 'ａ'])('%j is one', (path) => {
    expect(decode(contentPathSchema, path)).toEqual({ ok: true, value: path });
  });

  test('an id that is a device on Windows is none, as its folder could not be made there', () => {
    for (const id of ['nul', 'con', 'aux', 'com1', 'lpt9']) expect(decode(exerciseIdSchema, id).ok).toBe(false);
    for (const id of ['null', 'con-1', 'com', 'com10', 'ch01-nul']) expect(decode(exerciseIdSchema, id).ok).toBe(true);
  });
});
