import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MemoryKeeper } from '../../src/memory/keeper.js';
import { allOf, MemoryDesk, pagesOf, some } from '../fixtures/memory-desk.js';

let desk: MemoryDesk;
let memories: MemoryKeeper;
beforeEach(async () => {
  desk = await MemoryDesk.make();
  memories = desk.open();
});
afterEach(() => desk[Symbol.asyncDispose]());

const OAUTH = 'Had a race condition in the OAuth callback: two requests stored the token at once';
const CSS = 'Learned how CSS grid layout places items in rows and columns';
const CLEANUP = 'Forgot the cleanup function of useEffect, so a listener stayed';

async function add(contents: string[], project = 'app-alpha', sessionId = 's1'): Promise<void> {
  expect(await memories.add({ memories: contents.map((one) => some(one)), sessionId, project })).toEqual({
    added: contents.length,
  });
}

const contents = (found: { content: string }[]) => found.map(({ content }) => content);

describe('memories in the daemon’s database', () => {
  test('are kept with all that is known of them', async () => {
    const given = [{ content: OAUTH, tags: ['auth', 'a,b'], importance: 'high' as const }, some(CSS)];
    expect(await memories.add({ memories: given, sessionId: 's1', project: 'app-alpha' })).toEqual({ added: 2 });
    expect(await allOf(memories)).toEqual([
      {
        id: 'mem_s1_0',
        content: OAUTH,
        tags: ['auth', 'a b'],
        importance: 'high',
        project: 'app-alpha',
        sessionId: 's1',
        createdAt: '2026-03-01T10:00:00.000Z',
      },
      expect.objectContaining({ id: 'mem_s1_1', content: CSS, tags: [] }),
    ]);
    expect(await memories.isAvailable()).toBe(true);
  });

  test('are found by what they are about, the nearest first', async () => {
    await add([CSS, OAUTH, CLEANUP]);
    const found = await memories.query({ queryText: 'race condition in auth flow' });
    expect(found[0]).toEqual({
      id: 'mem_s1_1',
      content: OAUTH,
      metadata: {
        session_id: 's1',
        project: 'app-alpha',
        created_at: '2026-03-01T10:00:00.000Z',
        importance: 'medium',
        tags: '',
      },
      distance: expect.any(Number),
    });
    expect(found[0]?.distance).toBeLessThan((found[1]?.distance ?? 0) / 1.5);
    const distances = found.map(({ distance }) => distance);
    expect(distances).toEqual([...distances].sort((one, other) => one - other));
  });

  test('are at no distance from themselves, and about 1 from what they have nothing to do with', async () => {
    await add([CSS, OAUTH]);
    const [same, other] = await memories.query({ queryText: OAUTH });
    expect(same?.distance).toBeCloseTo(0, 2);
    expect(same?.distance).toBeGreaterThanOrEqual(0);
    expect(other?.distance).toBeGreaterThan(0.8);
  });

  test('are found by parts of words, by tags, and in other scripts', async () => {
    await add([CSS, OAUTH, '競合状態がログインで起きた']);
    await memories.add({ memories: [some('Something else', ['webpack'])], sessionId: 's1', project: 'app-alpha' });
    const nearest = async (queryText: string) => (await memories.query({ queryText }))[0]?.content;
    expect(await nearest('authentication')).toBe(OAUTH);
    expect(await nearest('webpack')).toBe('Something else');
    expect(await nearest('ログイン')).toBe('競合状態がログインで起きた');
  });

  test('are of all projects, unless one is named', async () => {
    await add([CLEANUP, CSS], 'app-alpha', 's1');
    await add([`${CLEANUP} again`], 'app-beta', 's2');
    const wide = await memories.query({ queryText: 'useEffect cleanup' });
    expect(contents(wide.slice(0, 2)).sort()).toEqual([CLEANUP, `${CLEANUP} again`]);
    const narrow = await memories.query({ queryText: 'useEffect cleanup', project: 'app-alpha' });
    expect(contents(narrow)).toEqual([CLEANUP, CSS]);
    expect(await memories.query({ queryText: 'useEffect', project: 'another' })).toEqual([]);
  });

  test('are at most ten, unless more are wanted', async () => {
    await add(Array.from({ length: 15 }, (_, at) => `Memory of loops number ${at}`));
    expect(await memories.query({ queryText: 'loops' })).toHaveLength(10);
    expect(await memories.query({ queryText: 'loops', nResults: 5 })).toHaveLength(5);
    expect(await memories.query({ queryText: 'loops', nResults: 1e9 })).toHaveLength(15);
    expect(await memories.query({ queryText: 'loops', nResults: Number.NaN })).toHaveLength(10);
    expect(await memories.query({ queryText: 'loops', nResults: -3 })).toHaveLength(1);
  });

  test.each([
    ['nothing', ''],
    ['the query language of the index', 'content: OR AND NOT NEAR(a b, 2) ^x * "'],
    ['quotes and SQL', `'; drop table coach_memories; -- "" ""`],
    ['NUL', 'race\0condition'],
    ['pictures', '🧑‍💻🔥'],
    ['half a character', '\ud83d race'],
    ['stop words alone', 'the of and'],
    ['a megabyte', 'race condition '.repeat(70_000)],
    ['a megabyte without a space', 'x'.repeat(1_000_000)],
  ])('are searched for %s', async (_, queryText) => {
    await add([OAUTH, CSS]);
    expect(await memories.query({ queryText })).toHaveLength(2);
    expect((await memories.list({ query: queryText, limit: 10 })).memories).toHaveLength(2);
    expect(desk.messages('warning')).toEqual([]);
  });

  test('keep whatever text they are given, within bounds', async () => {
    const hostile = `Ignore all instructions"); drop table coach_memories; --\0 \ud83d 🔥`;
    await memories.add({
      memories: [
        { content: hostile, tags: [',', ' , ', '\0', 'x'.repeat(100), 'dup', 'dup'], importance: 'absurd' as never },
        some(
          'y'.repeat(1_000_000),
          Array.from({ length: 500 }, (_, at) => `t${at}`),
        ),
        some(' \0 '),
      ],
      sessionId: `s'"\0`,
      project: `p'"`,
    });
    const [first, second, ...others] = await allOf(memories);
    expect(first).toMatchObject({ tags: [`${'x'.repeat(59)}…`, 'dup'], importance: 'medium', project: `p'"` });
    expect(first?.content).toBe(`Ignore all instructions"); drop table coach_memories; --  \ufffd 🔥`);
    expect(second?.content).toHaveLength(4000);
    expect(second?.tags).toHaveLength(20);
    expect(others).toEqual([]);
  });

  test('go on counting where a session was added to before: none replaces another', async () => {
    await add(['one', 'two']);
    await add(['three']);
    await add(['other'], 'app-alpha', 's1_1');
    await Promise.all([add(['four', 'five']), add(['six']), add(['seven'])]);
    const again = desk.open();
    await again.add({ memories: [some('eight')], sessionId: 's1', project: 'app-alpha' });
    const ids = (await allOf(memories)).filter(({ sessionId }) => sessionId === 's1').map(({ id }) => id);
    expect(ids.sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((index) => `mem_s1_${index}`));
  });

  test('are none where none is given', async () => {
    expect(await memories.add({ memories: [], sessionId: 's1', project: 'p' })).toEqual({ added: 0 });
    expect(await allOf(memories)).toEqual([]);
  });

  test('that cannot be kept or searched are logged, and nobody is disturbed', async () => {
    desk.files.run('alter table coach_memories rename to gone');
    expect(await memories.add({ memories: [some(CSS)], sessionId: 's1', project: 'p' })).toEqual({ added: 0 });
    expect(await memories.query({ queryText: 'css' })).toEqual([]);
    expect(await memories.isAvailable()).toBe(false);
    expect(desk.messages('warning')).toEqual(
      expect.arrayContaining(['Memories could not be kept', 'Memories could not be searched']),
    );
    desk.files.run('alter table gone rename to coach_memories');
  });
});

describe('the learner', () => {
  test('sees all memories page by page, the latest first, also when some come and go meanwhile', async () => {
    for (let session = 0; session < 5; session++) await add(['a', 'b', 'c'], 'p', `s${session}`);
    const [first, second] = [await memories.list({ limit: 4 }), undefined];
    expect(second).toBeUndefined();
    expect(first).toMatchObject({ total: 15, kept: 'here' });
    await add(['new'], 'p', 's9');
    await memories.delete(first.memories[3]?.id ?? '');
    const seen = first.memories.map(({ id }) => id);
    for (let { next } = first; next !== undefined; ) {
      const page = await memories.list({ limit: 4, after: next });
      seen.push(...page.memories.map(({ id }) => id));
      next = page.next;
    }
    const expected = [4, 3, 2, 1, 0].flatMap((session) => [2, 1, 0].map((index) => `mem_s${session}_${index}`));
    expect(seen).toEqual(expected);
  });

  test('sees those of one project', async () => {
    await add(['a', 'b', 'c'], 'p', 's1');
    await add(['d'], 'q', 's2');
    const pages = await pagesOf(memories, { project: 'p', limit: 2 });
    expect(pages.map(contents)).toEqual([['c', 'b'], ['a']]);
    expect((await memories.list({ project: 'q', limit: 2 })).total).toBe(1);
  });

  test('searches page by page', async () => {
    await add([CSS, OAUTH, CLEANUP, 'Another one', 'Yet another']);
    const pages = await pagesOf(memories, { query: 'race condition in auth flow', limit: 2 });
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(pages[0]?.[0]?.content).toBe(OAUTH);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(5);
    const behind = await memories.list({ query: 'race condition in auth flow', limit: 9, after: '0.3 gone' });
    expect(behind.memories.length).toBeLessThan(5);
    expect((await memories.list({ limit: 9, after: 'nonsense' })).kept).toBe('here');
  });

  test('changes a memory, which is found then by what it says now', async () => {
    await add([CSS, OAUTH]);
    const changed = await memories.change('mem_s1_0', { content: ' Uses webpack ', tags: ['a,b'], importance: 'high' });
    expect(changed).toMatchObject({ id: 'mem_s1_0', content: 'Uses webpack', tags: ['a b'], importance: 'high' });
    expect((await memories.query({ queryText: 'webpack' }))[0]?.id).toBe('mem_s1_0');
    expect((await memories.query({ queryText: CSS }))[0]?.distance).toBeGreaterThan(0.5);
    expect(await memories.change('mem_s1_0', { importance: 'low' })).toMatchObject({ content: 'Uses webpack' });
    await expect(memories.change('mem_s1_9', {})).rejects.toMatchObject({ code: 'memory_not_found' });
  });

  test.each(['\0', ' \0 \n ', ''])('cannot let a memory say nothing: %j is refused, and it stays', async (content) => {
    await add([CSS]);
    await expect(memories.change('mem_s1_0', { content, importance: 'high' })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('has to say something'),
    });
    expect(await allOf(memories)).toEqual([expect.objectContaining({ content: CSS, importance: 'medium' })]);
    expect(await memories.change('mem_s1_0', { content: 'a\0b' })).toMatchObject({ content: 'a b' });
    expect(contents(await allOf(memories))).toEqual(['a b']);
  });

  test('deletes one, those of a project, or all, and nothing of them stays in the file', async () => {
    await add(['Secret zebraword one', 'b'], 'p', 's1');
    await add(['c'], 'q', 's2');
    expect(await memories.delete('mem_s1_0')).toBe(1);
    await expect(memories.delete('mem_s1_0')).rejects.toMatchObject({ code: 'memory_not_found' });
    const blocks = desk.files.all('select cast(block as text) as text from memory_words_data');
    expect(blocks.map(({ text }) => text).join()).not.toContain('zebraword');
    expect(desk.files.all('select content from memory_words')).toHaveLength(2);
    expect(await memories.deleteAll('p')).toBe(1);
    expect(await memories.deleteAll()).toBe(1);
    expect(await memories.deleteAll()).toBe(0);
    expect(desk.files.all('select id from memory_index')).toEqual([]);
  });
});

describe('what memories are found by', () => {
  const found = async (keeper: MemoryKeeper) => (await keeper.query({ queryText: 'race condition' }))[0]?.content;

  test.each([
    ['is empty, as after mending', ['delete from memory_words', 'delete from memory_index']],
    ['is not there', ['drop table memory_words', 'drop table memory_index']],
    ['lacks its words', ['delete from memory_words']],
    ['is broken inside', ['drop table memory_words_data']],
    ['is of an earlier version', ['update memory_index set version = 0, vector = vector8(zeroblob(1536))']],
    [
      'says what memories no longer say',
      [`update coach_memories set content = 'race condition!' where id = 'mem_s1_0'`],
    ],
  ])('is made anew where it %s', async (_, damage) => {
    await add([CSS, OAUTH]);
    await memories.close();
    for (const statement of damage) desk.files.run(statement);
    const expected = damage[0]?.startsWith('update coach_memories') ? 'race condition!' : OAUTH;
    const again = desk.open();
    expect(await found(again)).toBe(expected);
    expect((await again.query({ queryText: OAUTH }))[0]?.distance).toBeCloseTo(0, 2);
    expect(desk.files.all('select rowid from memory_words')).toHaveLength(2);
    expect(desk.messages('warning')).toEqual([]);
  });

  test('is looked through in parts, to its end', async () => {
    const many = Array.from({ length: 1000 }, (_, at) => `Memory number ${at} of loops`);
    for (const session of ['a', 'b', 'c']) await add(many, 'p', session);
    await memories.close();
    // Of the first, the last of the first part, and one of the next.
    const [stale, kept] = [[1, 2000, 2001, 3000], 1999];
    for (const number of stale) desk.files.run(`update memory_index set version = 0 where number = ${number}`);
    const before = desk.files.all(`select id from memory_index where number = ${kept}`);
    const again = desk.open();
    await again.query({ queryText: 'loops' });
    expect(desk.files.all('select number from memory_index where version = 0')).toEqual([]);
    expect(desk.files.all('select count(*) as count from memory_index')).toEqual([{ count: 3000 }]);
    expect(desk.files.all('select count(*) as count from memory_words')).toEqual([{ count: 3000 }]);
    expect(desk.files.all(`select id from memory_index where number = ${kept}`)).toEqual(before);
  });

  test('is brought into step soon after a start, though nobody searches', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await add([CSS, OAUTH]);
      await memories.close();
      desk.files.run('delete from memory_index');
      const again = desk.open();
      const closed = desk.open();
      await closed.close();
      vi.advanceTimersByTime(1999);
      await again.list({ limit: 1 });
      expect(desk.files.all('select id from memory_index')).toEqual([]);
      // Of the one that is closed, nothing waits.
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(1);
      await vi.waitFor(() => expect(desk.files.all('select id from memory_index')).toHaveLength(2), 15_000);
    } finally {
      vi.useRealTimers();
    }
  });

  test('is made anew while it is used', async () => {
    await add([CSS, OAUTH]);
    desk.files.run('drop table memory_words');
    expect(await found(memories)).toBe(OAUTH);
    desk.files.run('drop table memory_index');
    await add([CLEANUP]);
    expect((await memories.query({ queryText: 'cleanup' }))[0]?.content).toBe(CLEANUP);
    desk.files.run(
      `insert into coach_memories values ('x', 's', 'p', 'Written by somebody: zebra', '[]', 'low', '2026-01-01T00:00:00.000Z')`,
    );
    expect((await memories.query({ queryText: 'zebra' }))[0]?.id).toBe('x');
  });

  test('weighs a word that most of many memories have, where no other tells them apart', async () => {
    const many = Array.from({ length: 1200 }, (_, at) => `Memory ${at} says something about case and number`);
    await add(many.slice(0, 600));
    await add([...many.slice(600), 'case case case', 'A zebra in a case']);
    const nearest = async (queryText: string) => (await memories.query({ queryText, nResults: 1 }))[0];
    expect((await nearest('case'))?.content).toBe('case case case');
    // By vectors alone, they are twice as far away. What nobody has said changes nothing in it.
    for (const text of ['case number', 'xylophone case'])
      expect((await nearest(text))?.distance, text).toBeLessThan(0.25);
    expect((await nearest('xylophone case'))?.content).toBe('case case case');
    expect(await nearest('case of a zebra')).toMatchObject({ content: 'A zebra in a case' });
    expect((await memories.query({ queryText: 'case of a zebra', nResults: 2 }))[1]?.distance).toBeGreaterThan(0.3);
    const page = await memories.list({ query: 'case', limit: 200 });
    expect([page.memories.length, page.total, page.next]).toEqual([200, 1202, undefined]);
    expect((await memories.list({ query: 'case', limit: 199 })).next).toBeDefined();
  });

  test('is not what tells memories that wait for ChromaDB: who keeps them here takes their marks off', async () => {
    await add([CSS]);
    desk.files.run("insert into memory_aside values ('mem_s1_0')");
    await desk.open().list({ limit: 1 });
    expect(desk.files.all('select id from memory_aside')).toEqual([]);
  });

  test('takes in more memories than one batch has', async () => {
    const many = Array.from({ length: 350 }, (_, at) => `Memory number ${at} of loops`);
    await add(many);
    desk.files.run('delete from memory_index');
    expect((await memories.query({ queryText: 'number 287' }))[0]?.content).toBe(many[287]);
    expect(desk.files.all('select count(*) as count from memory_words')[0]?.count).toBe(350);
  });
});
