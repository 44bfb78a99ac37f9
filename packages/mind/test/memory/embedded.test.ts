import { MAX_MEMORY_LENGTH, MAX_TAG_LENGTH, MAX_TAGS, memorySchema } from '@agent-factory/protocol/mind';
import { expect, test } from 'vitest';
import { EmbeddedKeeper } from './embedded-keeper.js';

const OAUTH = 'The OAuth callback had a race condition: two requests exchanged the same code.';
const CSS = 'Found it hard to place items with CSS grid layout.';

test('[coaching-backend FR-099] [coaching-backend SC-046] keeps a text with session, project, time, importance and tags', async () => {
  await using keeper = await EmbeddedKeeper.make();
  const given = [
    { content: OAUTH, tags: ['oauth', 'async'], importance: 'high' as const },
    { content: CSS, tags: [], importance: 'low' as const },
  ];
  expect(await keeper.add(given, { sessionId: 'abc', project: 'app-alpha' })).toEqual({ added: 2 });
  const [found] = await keeper.memories.query({ queryText: OAUTH });
  expect(found).toEqual({
    id: 'mem_abc_0',
    content: OAUTH,
    metadata: {
      session_id: 'abc',
      project: 'app-alpha',
      created_at: '2026-01-02T03:04:05.678Z',
      importance: 'high',
      tags: 'oauth,async',
    },
    distance: expect.any(Number),
  });
  await keeper.reopen();
  const kept = await keeper.all();
  expect(kept.map(({ content, importance }) => [content, importance])).toEqual([
    [OAUTH, 'high'],
    [CSS, 'low'],
  ]);
});

test('[coaching-backend FR-100] numbers the memories of a call from 0, and goes on where its session has some', async () => {
  await using keeper = await EmbeddedKeeper.make();
  await keeper.add(['first', 'second'], { sessionId: 'a' });
  await keeper.add(['third'], { sessionId: 'a' });
  // Its ids begin as those of the session `a` do.
  await keeper.add(['other'], { sessionId: 'a_1' });
  await keeper.add(['fourth'], { sessionId: 'a' });
  const ids = Object.fromEntries((await keeper.all()).map(({ id, content }) => [content, id]));
  expect(ids).toEqual({
    first: 'mem_a_0',
    second: 'mem_a_1',
    third: 'mem_a_2',
    other: 'mem_a_1_0',
    fourth: 'mem_a_3',
  });
});

test('[coaching-backend FR-100] loses none of what is added to a session at the same time', async () => {
  await using keeper = await EmbeddedKeeper.make();
  const added = await Promise.all(Array.from({ length: 20 }, (_, n) => keeper.add([`one ${n}`, `two ${n}`])));
  expect(added).toEqual(Array(20).fill({ added: 2 }));
  const all = await keeper.all();
  expect(new Set(all.map(({ id }) => id)).size).toBe(40);
  expect(new Set(all.map(({ content }) => content)).size).toBe(40);
});

test('[coaching-backend SC-047] finds what means the same, the nearest first', async () => {
  await using keeper = await EmbeddedKeeper.make();
  await keeper.add([CSS, OAUTH]);
  const found = await keeper.memories.query({ queryText: 'race condition in auth flow' });
  expect(found.map(({ content }) => content)).toEqual([OAUTH, CSS]);
  const [near = Number.NaN, far = Number.NaN] = found.map(({ distance }) => distance);
  expect(near).toBeGreaterThanOrEqual(0);
  expect(near).toBeLessThan(far);
  const [same] = await keeper.memories.query({ queryText: OAUTH });
  expect(same?.distance).toBeCloseTo(0, 3);
});

test.each([
  ['auth', 'OAuth needs a state parameter'],
  ['useEffect cleanup', 'Forgot to clean up in an effect: useEffect returns a function'],
  ['validating input', 'Inputs were never validated'],
  ['naïve', 'A naive search is slow'],
  ['Schlüsselwörter', 'SCHLÜSSELWÖRTER wurden verwechselt'],
  ['連想配列', '連想配列のキーを間違えた'],
])('[coaching-backend SC-047] %j meets other forms of its words', async (query, wanted) => {
  await using keeper = await EmbeddedKeeper.make();
  await keeper.add([CSS, 'Git rebase lost a commit', wanted, 'Regular expressions were greedy']);
  expect((await keeper.found(query))[0]).toBe(wanted);
});

test('[coaching-backend FR-101] gives ten results unless it is told how many', async () => {
  await using keeper = await EmbeddedKeeper.make();
  await keeper.add(Array.from({ length: 12 }, (_, n) => `closures, part ${n}`));
  expect(await keeper.found('closures')).toHaveLength(10);
  expect(await keeper.found('closures', { nResults: 5 })).toHaveLength(5);
  for (const nResults of [0, -3, Number.NaN, Number.POSITIVE_INFINITY, 1e300])
    expect(await keeper.found('closures', { nResults })).not.toHaveLength(0);
  expect(keeper.warnings).toEqual([]);
});

test('[coaching-backend EC-52] gives fewer where there are fewer', async () => {
  await using keeper = await EmbeddedKeeper.make();
  expect(await keeper.found('closures')).toEqual([]);
  await keeper.add(['closures']);
  expect(await keeper.found('closures', { nResults: 7 })).toEqual(['closures']);
});

test('[coaching-backend FR-102] [coaching-backend SC-048] [coaching-backend SC-049] finds those of all projects, or of one', async () => {
  await using keeper = await EmbeddedKeeper.make();
  // More of the other project's are nearer than are asked for.
  const others = Array.from({ length: 30 }, () => 'useEffect cleanup');
  await keeper.add(others, { sessionId: 'b', project: 'app-beta' });
  await keeper.add(['useEffect needs a cleanup'], { sessionId: 'a', project: 'app-alpha' });
  const everywhere = await keeper.memories.query({ queryText: 'useEffect cleanup', nResults: 31 });
  expect(new Set(everywhere.map(({ metadata }) => metadata.project))).toEqual(new Set(['app-alpha', 'app-beta']));
  expect(await keeper.found('useEffect cleanup', { nResults: 2, project: 'app-alpha' })).toEqual([
    'useEffect needs a cleanup',
  ]);
  expect(await keeper.found('useEffect cleanup', { project: "x' or '1'='1" })).toEqual([]);
});

test('[coaching-backend EC-48] adds nothing when nothing is given', async () => {
  await using keeper = await EmbeddedKeeper.make();
  expect(await keeper.add([])).toEqual({ added: 0 });
  expect(await keeper.all()).toEqual([]);
  expect(keeper.warnings).toEqual([]);
});

test('[coaching-backend EC-49] answers an empty question, and one of no words', async () => {
  await using keeper = await EmbeddedKeeper.make();
  await keeper.add([CSS, OAUTH]);
  for (const question of ['', '   ', '!?', '🙂'])
    for (const { distance } of await keeper.memories.query({ queryText: question }))
      expect(distance).toBeGreaterThanOrEqual(0);
  expect(await keeper.found('')).toHaveLength(2);
  expect(keeper.warnings).toEqual([]);
});

test('[coaching-backend FR-107] [coaching-backend EC-50] joins tags by commas and leaves their own commas out', async () => {
  await using keeper = await EmbeddedKeeper.make();
  await keeper.add([{ tags: ['a,b', ',', '', 'c', 'c'] }]);
  const [found] = await keeper.memories.query({ queryText: 'something' });
  const tags = found?.metadata.tags.split(',') ?? [];
  expect(tags).toHaveLength(2);
  expect(tags[0]?.replaceAll(/\W/g, '')).toBe('ab');
  expect(tags[1]).toBe('c');
  expect((await keeper.all())[0]?.tags).toEqual(tags);
});

test('[coaching-backend EC-51] takes many at once', async () => {
  await using keeper = await EmbeddedKeeper.make();
  const many = Array.from({ length: 250 }, (_, n) => `insight ${n}`);
  expect(await keeper.add(many)).toEqual({ added: 250 });
  expect(await keeper.found('insight 249', { nResults: 1 })).toEqual(['insight 249']);
  expect(new Set((await keeper.all()).map(({ content }) => content))).toEqual(new Set(many));
});

test('cuts what is too long, and keeps the rest', async () => {
  await using keeper = await EmbeddedKeeper.make();
  const tags = Array.from({ length: 1000 }, (_, n) => `${n} ${'t'.repeat(1000)}`);
  expect(await keeper.add([{ content: `closures ${'🙂'.repeat(500_000)}`, tags }])).toEqual({ added: 1 });
  const [kept] = await keeper.all();
  expect(memorySchema.parse(kept).content.length).toBeLessThanOrEqual(MAX_MEMORY_LENGTH);
  // No half of a surrogate pair is left at the end.
  expect(kept?.content).not.toMatch(/[\uD800-\uDBFF]$/u);
  expect(kept?.tags).toHaveLength(MAX_TAGS);
  expect(Math.max(...(kept?.tags ?? []).map(({ length }) => length))).toBe(MAX_TAG_LENGTH);
  expect(await keeper.found('closures')).toEqual([kept?.content]);
});
