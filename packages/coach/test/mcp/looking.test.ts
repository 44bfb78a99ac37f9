import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { STATE_ITEMS } from '@agent-factory/protocol/coach';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { assess } from '../../src/store/entities/dreyfus.js';
import { createPhaseHint } from '../../src/store/entities/phase-hints.js';
import { CoachDesk, PROJECT } from '../fixtures/coach-desk.js';
import type { TestPage } from '../fixtures/test-page.js';

const cursorPosition = { line: 1, column: 5 };

let desk: CoachDesk;
let page: TestPage;
beforeEach(async () => {
  desk = await CoachDesk.make({
    'src/a.ts': 'one\n',
    'src/b.ts': 'two\n',
    'src/c.ts': 'three\n',
    'src/d.ts': 'four\n',
  });
  await desk.begin();
  page = await desk.page();
});
afterEach(() => desk[Symbol.asyncDispose]());

async function type(path: string, content: string): Promise<void> {
  await page.say('file:open', { path });
  await page.say('buffer:update', { path, content, cursorPosition });
}

describe('paige_get_buffer', () => {
  test('shows a file as the student has it, with what is not saved [coaching-backend 6.1] [coaching-backend FR-066] [coaching-backend SC-029]', async () => {
    await type('src/a.ts', 'uno\n');
    expect(await desk.call('paige_get_buffer', { path: './src/a.ts' })).toEqual({
      buffer: {
        path: 'src/a.ts',
        content: 'uno\n',
        cursorPosition,
        dirty: true,
        lastUpdated: expect.stringMatching(/Z$/),
      },
    });
  });

  test('shows what another program has written, also where no page looks and nobody watches', async () => {
    await desk.restart();
    await desk.coach.beginSession(PROJECT);
    await desk.call('paige_open_file', { path: 'src/a.ts' });
    await desk.write('src/a.ts', 'theirs\n');
    const { buffer } = await desk.call('paige_get_buffer', { path: 'src/a.ts' });
    expect(buffer).toMatchObject({ content: 'theirs\n', dirty: false });
  });

  test('is not shown where the student hides it meanwhile, and neither are a difference and the state [workbench visibility]', async () => {
    await type('src/a.ts', 'uno\n');
    await page.say('file:open', { path: 'src/b.ts' });
    const project = await desk.project();
    const caller = { mcpSessionId: 'mcp-1' };
    const looks = [
      () => project.callTool('paige_get_buffer', { path: 'src/b.ts' }, caller),
      () => project.callTool('resources/read', { uri: 'project:///src/gone.ts' }, caller),
      () => project.callTool('paige_get_diff', {}, caller),
      () => project.callTool('paige_get_session_state', { include: ['buffers', 'diffs'] }, caller),
    ];
    for (const look of looks) {
      await project.setVisibility('everything');
      const looking = expect(look()).rejects.toMatchObject({ code: 'not_visible' });
      await project.setVisibility('nothing');
      await looking;
    }
  });

  test('shows null where it is not open [coaching-backend 6.2]', async () => {
    expect(await desk.call('paige_get_buffer', { path: 'unknown.ts' })).toEqual({ buffer: null });
    expect(await desk.call('paige_get_buffer', { path: 'src/a.ts' })).toEqual({ buffer: null });
  });

  test('leads out of the project on no path', async () => {
    await expect(desk.call('paige_get_buffer', { path: '../x' })).rejects.toMatchObject({ code: 'path_outside' });
  });
});

describe('paige_get_open_files', () => {
  test('lists what the student and the agent have opened, and not what was closed [coaching-backend 6.3] [coaching-backend FR-067] [coaching-backend FR-068] [coaching-backend SC-030]', async () => {
    for (const path of ['src/a.ts', 'src/b.ts', 'src/c.ts']) await page.say('file:open', { path });
    await desk.call('paige_open_file', { path: 'src/d.ts' });
    expect(await desk.call('paige_get_open_files', {})).toEqual({
      files: ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts'],
    });
    await page.say('file:close', { path: 'src/b.ts' });
    expect((await desk.call('paige_get_open_files', {})).files).toEqual(['src/a.ts', 'src/c.ts', 'src/d.ts']);
  });
});

describe('paige_get_diff', () => {
  test('shows what saving one file would change [coaching-backend 6.4]', async () => {
    await type('src/a.ts', 'uno\n');
    const { diffs } = await desk.call('paige_get_diff', { path: 'src/a.ts' });
    expect(diffs).toEqual([{ path: 'src/a.ts', diff: expect.stringMatching(/\n-one\n\+uno\n/) }]);
    expect(await desk.call('paige_get_diff', { path: 'src/b.ts' })).toEqual({ diffs: [] });
  });

  test('shows that of all files that are not saved, and of no others [coaching-backend 6.5] [coaching-backend FR-069] [coaching-backend SC-031]', async () => {
    await type('src/a.ts', 'uno\n');
    await type('src/b.ts', 'dos\n');
    await page.say('file:open', { path: 'src/c.ts' });
    const { diffs } = await desk.call('paige_get_diff', {});
    expect(diffs.map(({ path }) => path)).toEqual(['src/a.ts', 'src/b.ts']);
  });

  test('shows none where all is saved [coaching-backend EC-34]', async () => {
    await page.say('file:open', { path: 'src/a.ts' });
    expect(await desk.call('paige_get_diff', {})).toEqual({ diffs: [] });
  });
});

describe('paige_get_session_state', () => {
  test('tells only what is asked for [coaching-backend 6.6] [coaching-backend SC-032]', async () => {
    await desk.plan(2);
    await desk.call('paige_update_phase', { phase: 2, status: 'active' });
    await type('src/a.ts', 'uno\n');
    expect(await desk.call('paige_get_session_state', { include: ['phase', 'diffs'] })).toEqual({
      phase: { id: expect.any(String), number: 2, title: 'Step 2', status: 'active', hintLevel: 'region' },
      diffs: [{ path: 'src/a.ts', diff: expect.any(String) }],
    });
    expect(Object.keys(await desk.call('paige_get_session_state', { include: ['phase'] }))).toEqual(['phase']);
  });

  test('tells all ten items where nothing is named [coaching-backend 6.7] [coaching-backend FR-070], or an empty list [coaching-backend EC-33]', async () => {
    const [phase] = await desk.plan(1);
    const phaseId = phase?.id ?? '';
    await desk.call('paige_update_phase', { phase: 1, status: 'active' });
    const hint = { phaseId, path: 'src/a.ts', startLine: null, endLine: null, style: 'suggested', hoverText: null };
    await createPhaseHint(desk.files.store, { ...hint, type: 'file' });
    await createPhaseHint(desk.files.store, { ...hint, type: 'line', startLine: 1, endLine: 1, hoverText: 'Here' });
    await assess(desk.files.store, { skillArea: 'Types', stage: 'competent', confidence: 0.7, evidence: 'E' });
    await desk.call('paige_show_issue_context', { number: 7, title: 'Log in', summary: 'S', labels: [], url: '' });
    await type('src/a.ts', 'uno\n');
    const state = await desk.call('paige_get_session_state', {});
    expect(Object.keys(state).sort()).toEqual([...STATE_ITEMS].sort());
    expect(state).toEqual({
      open_files: ['src/a.ts'],
      buffers: [{ path: 'src/a.ts', content: 'uno\n', cursorPosition, dirty: true }],
      diffs: [{ path: 'src/a.ts', diff: expect.any(String) }],
      phase: { id: phaseId, number: 1, title: 'Step 1', status: 'active', hintLevel: 'region' },
      plan: { id: expect.any(String), phases: [{ number: 1, title: 'Step 1', status: 'active' }] },
      progress: [{ eventType: 'phase_started', data: null, createdAt: expect.stringMatching(/Z$/) }],
      hints: {
        fileHints: [{ path: 'src/a.ts', style: 'suggested' }],
        lineHints: [{ path: 'src/a.ts', startLine: 1, endLine: 1, style: 'suggested', hoverText: 'Here' }],
      },
      session: {
        id: desk.sessionId(),
        projectDir: desk.folder,
        issueNumber: 7,
        issueTitle: 'Log in',
        startedAt: expect.stringMatching(/Z$/),
      },
      dreyfus: [{ skillArea: 'Types', stage: 'competent', confidence: 0.7 }],
      exercise: null,
    });
    expect(Object.keys(await desk.call('paige_get_session_state', { include: [] }))).toHaveLength(10);
  });

  test('tells that there is no plan [coaching-backend EC-37]', async () => {
    const state = await desk.call('paige_get_session_state', { include: ['plan', 'phase', 'progress', 'hints'] });
    expect(state).toEqual({ plan: null, phase: null, progress: [], hints: { fileHints: [], lineHints: [] } });
  });
});

describe('a student who shows only saved files', () => {
  beforeEach(async () => {
    await type('src/a.ts', 'secret\n');
    await page.say('buffer:update', { path: 'src/new.ts', content: 'never saved', cursorPosition });
    await desk.coach.setVisibility(PROJECT, 'saved_files');
  });

  test('shows them, and which are open', async () => {
    expect((await desk.call('paige_get_buffer', { path: 'src/a.ts' })).buffer).toMatchObject({
      content: 'one\n',
      dirty: false,
    });
    expect(await desk.call('paige_get_buffer', { path: 'src/new.ts' })).toEqual({ buffer: null });
    expect(await desk.call('paige_get_open_files', {})).toEqual({ files: ['src/a.ts', 'src/new.ts'] });
  });

  test('does not show what is not saved: the agent is told to ask', async () => {
    await expect(desk.call('paige_get_diff', {})).rejects.toMatchObject({
      code: 'not_visible',
      message: expect.stringMatching(/only saved files.*Ask them.*do not try again/),
      facts: { visibility: 'saved_files' },
    });
    expect(desk.actions('mcp_tool_call').at(-1)?.data).toMatchObject({
      toolName: 'paige_get_diff',
      refused: 'not_visible',
    });
    const state = await desk.call('paige_get_session_state', {});
    expect(JSON.stringify(state)).not.toMatch(/secret|never saved/);
    expect(state).toMatchObject({
      open_files: ['src/a.ts', 'src/new.ts'],
      buffers: [{ path: 'src/a.ts', content: 'one\n', dirty: false }],
      notShown: expect.stringMatching(/^Left out: diffs\. .*do not try again/),
    });
    expect('diffs' in state).toBe(false);
    expect(desk.actions('mcp_tool_call').slice(-2)).toMatchObject([
      { data: { toolName: 'paige_get_session_state', refused: 'not_visible' } },
      { data: { toolName: 'paige_get_session_state', path: 'src/a.ts' } },
    ]);
  });

  test('does not tell where and when they type', async () => {
    await utimes(join(desk.folder, 'src/a.ts'), 1_000_000_000, 1_000_000_000);
    const { buffer } = await desk.call('paige_get_buffer', { path: 'src/a.ts' });
    expect(buffer).toEqual({
      path: 'src/a.ts',
      content: 'one\n',
      dirty: false,
      lastUpdated: '2001-09-09T01:46:40.000Z',
    });
    const { buffers } = await desk.call('paige_get_session_state', { include: ['buffers'] });
    expect(buffers).toEqual([{ path: 'src/a.ts', content: 'one\n', dirty: false }]);
  });

  test('does not tell by the order of the files in which one they type', async () => {
    await desk.write('src/z.ts', 'last');
    await page.say('file:open', { path: 'src/z.ts' });
    const order = async () => {
      const { buffers = [] } = await desk.call('paige_get_session_state', { include: ['buffers'] });
      return buffers.map(({ path }) => path);
    };
    const before = await order();
    expect(before).toEqual(['src/a.ts', 'src/z.ts']);
    for (const path of ['src/z.ts', 'src/a.ts', 'src/z.ts']) {
      await page.say('buffer:update', { path, content: 'typed', cursorPosition });
      expect(await order()).toEqual(before);
    }
  });
});

describe('a student who shows nothing', () => {
  beforeEach(async () => {
    await type('src/a.ts', 'secret\n');
    await desk.coach.setVisibility(PROJECT, 'nothing');
  });

  test('is not looked at: the agent is told to ask', async () => {
    const looks = [
      desk.call('paige_get_buffer', { path: 'src/a.ts' }),
      desk.call('paige_get_open_files', {}),
      desk.call('paige_get_diff', {}),
      desk.call('paige_get_session_state', { include: ['buffers', 'open_files', 'diffs'] }),
    ];
    const refusal = {
      code: 'not_visible',
      message: expect.stringMatching(/shares nothing.*Ask them.*do not try again/),
    };
    await Promise.all(looks.map((look) => expect(look).rejects.toMatchObject(refusal)));
    expect(desk.actions('mcp_tool_call').map(({ data }) => (data as { refused?: string }).refused)).toEqual(
      Array(4).fill('not_visible'),
    );
  });

  test('still has a session whose plan the agent knows', async () => {
    const state = await desk.call('paige_get_session_state', {});
    expect(Object.keys(state).sort()).toEqual([
      'dreyfus',
      'exercise',
      'hints',
      'notShown',
      'phase',
      'plan',
      'progress',
      'session',
    ]);
  });

  test('is still pointed at things', async () => {
    await desk.call('paige_open_file', { path: 'src/b.ts' });
    await desk.call('paige_highlight_lines', { path: 'src/a.ts', start: 1, end: 1, style: 'hint' });
    await desk.call('paige_show_message', { message: 'Look', type: 'info' });
    expect(await page.until('editor:open_file')).toMatchObject({ path: 'src/b.ts' });
    expect(page.all('coaching:message')).toHaveLength(1);
  });
});
