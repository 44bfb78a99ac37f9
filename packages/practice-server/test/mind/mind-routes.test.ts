import { writeFile } from 'node:fs/promises';
import { FOLDER_ID_PREFIX } from '@agent-factory/protocol/coach';
import { MIND_ROUTES, memorySchema, mindStatusSchema } from '@agent-factory/protocol/mind';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Coaching } from '../coach/support/coaching.js';
import { executeElsewhere } from '../fixtures/machine/database.js';

const LESSON_SITE = { Origin: 'http://localhost:3000' };
const FOLDER = `${FOLDER_ID_PREFIX}0123456789`;

describe('what the coach knows, over HTTP', () => {
  let coaching: Coaching;
  let headers: Record<string, string>;

  beforeAll(async () => {
    coaching = await Coaching.open();
    headers = await coaching.bearer();
    await coaching.post(MIND_ROUTES.changeSettings.path, { route: 'off' });
  });
  afterAll(() => coaching[Symbol.asyncDispose]());
  beforeEach(() => {
    write('delete from coach_memories');
    for (const [id, project, content] of [
      ['mem_s1_0', 'one', 'likes closures'],
      ['mem_s1_1', 'one', 'likes\u2028lines\nand “quotes”'],
      ['mem_s2_0', 'two', 'likes recursion'],
    ])
      write(`insert into coach_memories (id, session_id, project, content, tags, importance, created_at)
        values ('${id}', 's', '${project}', '${content}', '["a"]', 'high', '2026-03-01T10:00:0${id?.at(-1)}.000Z')`);
  });

  const write = (sql: string) => executeElsewhere(coaching.home.in('.af-practice', 'state.db'), sql);
  const get = (path: string, more = headers) => coaching.daemon.request(path, { headers: more });
  const remove = (path: string) => coaching.daemon.request(path, { method: 'DELETE', headers });
  const contents = async (query = '') =>
    (await get(`${MIND_ROUTES.memories.path}${query}`)).json.memories.map(
      ({ content }: { content: string }) => content,
    );

  test('has the memories of a project, those that are about something, and a page after the other', async () => {
    expect(await contents('?project=two')).toEqual(['likes recursion']);
    expect((await contents('?query=closures&limit=1&project=one'))[0]).toBe('likes closures');
    const { json } = await get(`${MIND_ROUTES.memories.path}?limit=2`);
    expect(json).toMatchObject({ total: 3, kept: 'here' });
    const seen = json.memories.map(({ id }: { id: string }) => id);
    const next = await get(`${MIND_ROUTES.memories.path}?limit=2&after=${encodeURIComponent(json.next)}`);
    expect([...seen, ...next.json.memories.map(({ id }: { id: string }) => id)].sort()).toEqual([
      'mem_s1_0',
      'mem_s1_1',
      'mem_s2_0',
    ]);
    for (const wrong of ['limit=0', 'limit=201', 'limit=x', `query=${'x'.repeat(1001)}`])
      expect((await get(`${MIND_ROUTES.memories.path}?${wrong}`)).json.error, wrong).toBe('invalid_request');
  });

  test('deletes those of one project, and the others stay; and then all', async () => {
    expect((await remove(`${MIND_ROUTES.deleteMemories.path}?project=one`)).json).toEqual({ deleted: 2 });
    expect(await contents()).toEqual(['likes recursion']);
    for (const path of ['/coach/memories/', '/coach/memories/?project=two', '/COACH/memories/']) {
      const { status, json } = await remove(path);
      expect([path, status, json.error]).toEqual([path, 404, 'not_found']);
    }
    expect((await remove('/coach/memories/mem_s2_1')).json.error).toBe('memory_not_found');
    expect((await remove('/coach/memories/%20')).json.error).toBe('memory_not_found');
    expect(await contents()).toEqual(['likes recursion']);
    expect((await remove(MIND_ROUTES.deleteMemories.path)).json).toEqual({ deleted: 1 });
  });

  test('exports a memory in JSON on each line, as a file', async () => {
    const { text, headers: told } = await get(MIND_ROUTES.exportMemories.path);
    expect(told['content-type']).toMatch(/^application\/x-ndjson/);
    expect(told['content-disposition']).toBe('attachment; filename=memories.ndjson');
    expect(text.endsWith('}\n')).toBe(true);
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => memorySchema.parse(JSON.parse(line)));
    expect(rows.map(({ id }) => id)).toEqual(['mem_s1_0', 'mem_s2_0', 'mem_s1_1']);
    expect(rows[2]?.content).toBe('likes\u2028lines\nand “quotes”');
  });

  test('exports nothing where the memories cannot be reached, and says so', async () => {
    const choose = (more: object) =>
      writeFile(coaching.home.in('.af-practice', 'coach.json'), JSON.stringify({ route: 'off', ...more }));
    await choose({ chromadbUrl: 'http://127.0.0.1:1' });
    try {
      const { status, json } = await get(MIND_ROUTES.exportMemories.path);
      expect([status, json.error]).toEqual([503, 'memory_unavailable']);
    } finally {
      await choose({});
    }
  });

  test('changes a memory to what can be kept, and refuses what says nothing', async () => {
    const change = (body: unknown) => coaching.post('/coach/memories/mem_s1_0', body);
    expect((await change({ content: 'a\0b', tags: ['x\0'] })).json).toMatchObject({ content: 'a b', tags: ['x'] });
    for (const body of [{ content: '\0' }, { content: ' ' }, { content: 7 }, { contents: 'x' }, []])
      expect((await change(body)).json.error, JSON.stringify(body)).toBe('invalid_request');
    expect((await contents('?project=one')).sort()).toContain('a b');
  });

  test('has katas, without what their instructor has noted', async () => {
    write(`insert into coach_knowledge_gaps (id, topic, severity, evidence, related_concepts, last_encountered_at)
      values ('g', 'Closures', 'low', 'x', '[]', '2026-03-01T10:00:00.000Z')`);
    write(`insert into coach_kata_specs (id, knowledge_gap_id, title, description, scaffolding_code, instructor_notes,
      constraints, user_attempts) values ('k', 'g', 'Counters', 'Count.', 'x', 'the secret', '[]', '[]')`);
    expect((await get(MIND_ROUTES.katas.path)).json.katas).toMatchObject([{ id: 'k', title: 'Counters' }]);
    const { text, json } = await get('/coach/katas/k', LESSON_SITE);
    expect([json.title, text.includes('secret')]).toEqual(['Counters', false]);
  });

  test('tells a lesson site what holds for an exercise, and of no folder that there is one', async () => {
    const settings = (project: string, more: Record<string, string>) =>
      get(`${MIND_ROUTES.settings.path}?project=${project}`, more);
    expect(mindStatusSchema.parse((await settings('first-steps', LESSON_SITE)).json).route).toBe('off');
    expect((await settings(FOLDER, LESSON_SITE)).json.error).toBe('project_not_found');
    expect((await settings(FOLDER, headers)).status).toBe(200);
    expect((await settings('No Id', headers)).json.error).toBe('invalid_exercise_id');
  });
});
