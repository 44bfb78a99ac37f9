import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { SERVER_MESSAGE_TYPES } from '@agent-factory/protocol/coach';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CoachDesk } from '../fixtures/coach-desk.js';
import type { TestPage } from '../fixtures/test-page.js';

const TEXT = 'const a = 1;\nconst b = 2;\n';

let desk: CoachDesk;
let page: TestPage;
beforeEach(async () => {
  desk = await CoachDesk.make({ 'src/auth.ts': TEXT, 'src/handlers/oauth.ts': 'export {};\n', 'logo.png': 'x' });
  await desk.begin();
  page = await desk.page();
});
afterEach(() => desk[Symbol.asyncDispose]());

/** What was written down since the session began, by type. */
const written = () =>
  desk
    .actions()
    .map(({ action_type }) => action_type)
    .filter((type) => type !== 'session_started');

describe('paige_open_file', () => {
  test('reads it, opens it on every page, counts it as open, and is written down [coaching-backend 6.8] [coaching-backend FR-071] [coaching-backend FR-065] [coaching-backend SC-033]', async () => {
    const other = await desk.page();
    expect(await desk.call('paige_open_file', { path: 'src/auth.ts' })).toEqual({ success: true, path: 'src/auth.ts' });
    const opened = {
      path: 'src/auth.ts',
      content: TEXT,
      language: 'typescript',
      lineCount: 3,
      version: expect.any(String),
    };
    expect(page.all('editor:open_file')).toEqual([opened]);
    expect(other.all('editor:open_file')).toEqual([opened]);
    expect(await desk.call('paige_get_open_files', {})).toEqual({ files: ['src/auth.ts'] });
    expect(desk.actions('mcp_tool_call')[0]?.data).toEqual({
      toolName: 'paige_open_file',
      sessionId: 'mcp-1',
      path: 'src/auth.ts',
    });
  });

  test('brings it to the front where it is open already [coaching-backend EC-28]', async () => {
    await page.say('file:open', { path: 'src/auth.ts' });
    await desk.call('paige_open_file', { path: 'src/auth.ts' });
    expect(page.all('editor:open_file')).toHaveLength(1);
  });

  test('says which file is not there, and tells no page [coaching-backend 6.18] [coaching-backend SC-037]', async () => {
    const count = page.told.length;
    await expect(desk.call('paige_open_file', { path: 'src/nope.ts' })).rejects.toMatchObject({
      code: 'file_not_found',
      message: expect.stringMatching(/src\/nope\.ts is not there/),
    });
    expect(page.typesAfter(count)).toEqual([]);
    expect(desk.actions('mcp_tool_call')).toMatchObject([{ data: { refused: 'file_not_found', path: 'src/nope.ts' } }]);
  });

  test('leads out of the project on no path, not even by a link [coaching-backend EC-29]', async () => {
    await symlink('/etc', join(desk.folder, 'out'));
    for (const path of ['../../etc/passwd', '/etc/passwd', 'out/passwd', 'src/../../x']) {
      await expect(desk.call('paige_open_file', { path }), path).rejects.toMatchObject({ code: 'path_outside' });
    }
    expect(page.all('editor:open_file')).toEqual([]);
  });
});

describe('paige_highlight_lines', () => {
  test('adds to what is marked, and is written down each time [coaching-backend 6.9] [coaching-backend FR-072] [coaching-backend SC-034]', async () => {
    const first = await desk.call('paige_highlight_lines', { path: 'src/auth.ts', start: 1, end: 1, style: 'focus' });
    const second = await desk.call('paige_highlight_lines', {
      path: 'src/auth.ts',
      start: 2,
      end: 3,
      style: 'warning',
      hoverText: 'Why?',
    });
    const marks = [
      { id: first.id, path: 'src/auth.ts', start: 1, end: 1, style: 'focus' },
      { id: second.id, path: 'src/auth.ts', start: 2, end: 3, style: 'warning', hoverText: 'Why?' },
    ];
    expect(page.all('editor:highlight_lines')).toEqual(marks);
    expect((await desk.page()).all('connection:init')[0]?.pointers.marks).toEqual(marks);
    expect(written()).toEqual(['decorations_applied', 'mcp_tool_call', 'decorations_applied', 'mcp_tool_call']);
    expect(desk.actions('decorations_applied')[0]?.data).toEqual({ path: 'src/auth.ts', count: 1 });
    for (const table of desk.files.all("select name from sqlite_master where type = 'table' and name like 'coach_%'"))
      expect(JSON.stringify(desk.files.all(`select * from ${table.name}`))).not.toContain('Why?');
  });

  test('works in a file that is not open [coaching-backend EC-30]', async () => {
    await desk.call('paige_highlight_lines', { path: 'src/auth.ts', start: 1, end: 1, style: 'hint' });
    expect(page.all('editor:highlight_lines')).toHaveLength(1);
    expect(await desk.call('paige_get_open_files', {})).toEqual({ files: [] });
  });

  test('many at once all arrive [coaching-backend EC-36]', async () => {
    const mark = { path: 'src/auth.ts', start: 1, end: 2, style: 'hint' } as const;
    const made = await Promise.all(Array.from({ length: 50 }, () => desk.call('paige_highlight_lines', mark)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(50);
    expect(page.all('editor:highlight_lines')).toHaveLength(50);
    expect((await desk.page()).all('connection:init')[0]?.pointers.marks).toHaveLength(50);
  });

  test('beyond the end of the file says how long it is', async () => {
    await expect(
      desk.call('paige_highlight_lines', { path: 'src/auth.ts', start: 3, end: 9, style: 'hint' }),
    ).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringMatching(/has 3 lines.*up to 3/) });
    expect(page.all('editor:highlight_lines')).toEqual([]);
  });

  test('goes by what is typed, where the student shows that, and by what is saved, where not', async () => {
    await page.say('buffer:update', {
      path: 'src/auth.ts',
      content: '1\n2\n3\n4\n5\n',
      cursorPosition: { line: 1, column: 1 },
    });
    const mark = { path: 'src/auth.ts', start: 5, end: 5, style: 'hint' } as const;
    await expect(desk.call('paige_highlight_lines', mark)).resolves.toMatchObject({ success: true });
    await desk.coach.setVisibility('kata', 'saved_files');
    await expect(desk.call('paige_highlight_lines', mark)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('in what is no text, or outside, is refused', async () => {
    const mark = { start: 1, end: 1, style: 'hint' } as const;
    await expect(desk.call('paige_highlight_lines', { ...mark, path: 'logo.png' })).rejects.toMatchObject({
      code: 'file_unsuitable',
    });
    await expect(desk.call('paige_highlight_lines', { ...mark, path: '../x' })).rejects.toMatchObject({
      code: 'path_outside',
    });
  });
});

describe('paige_clear_highlights', () => {
  test('clears those of one file, or all [coaching-backend 6.10] [coaching-backend FR-073]', async () => {
    for (const path of ['src/auth.ts', 'src/handlers/oauth.ts'])
      await desk.call('paige_highlight_lines', { path, start: 1, end: 1, style: 'hint' });
    const marked = async () => (await desk.page()).all('connection:init')[0]?.pointers.marks.map(({ path }) => path);
    await desk.call('paige_clear_highlights', { path: 'src/auth.ts' });
    expect(await marked()).toEqual(['src/handlers/oauth.ts']);
    await desk.call('paige_clear_highlights', {});
    expect(await marked()).toEqual([]);
    expect(page.all('editor:clear_highlights')).toEqual([{ path: 'src/auth.ts' }, {}]);
  });
});

describe('paige_hint_files', () => {
  test('lets files glow, each in its way, and is written down [coaching-backend 6.11] [coaching-backend FR-074]', async () => {
    const hints = [
      { path: 'src/auth.ts', style: 'suggested' },
      { path: 'src/handlers/oauth.ts', style: 'critical', directories: true },
    ] as const;
    expect(await desk.call('paige_hint_files', { hints: [...hints] })).toEqual({ success: true });
    expect(page.all('explorer:hint_files')).toEqual([{ hints }]);
    expect(written()).toEqual(['file_hints_applied', 'mcp_tool_call']);
    expect(desk.actions('file_hints_applied')[0]?.data).toEqual({ paths: ['src/auth.ts', 'src/handlers/oauth.ts'] });
  });

  test('lets all of them glow, or none: one may be wrong', async () => {
    const hints = [
      { path: 'src/auth.ts', style: 'suggested' as const },
      { path: 'src/gone.ts', style: 'suggested' as const },
    ];
    await expect(desk.call('paige_hint_files', { hints })).rejects.toMatchObject({ code: 'file_not_found' });
    expect(page.all('explorer:hint_files')).toEqual([]);
    expect((await desk.page()).all('connection:init')[0]?.pointers.glows).toEqual([]);
  });

  test('takes pictures and folders, too, and nothing outside', async () => {
    const glow = (path: string) => desk.call('paige_hint_files', { hints: [{ path, style: 'important' }] });
    await glow('logo.png');
    await glow('src/');
    expect(page.all('explorer:hint_files').at(-1)).toEqual({ hints: [{ path: 'src', style: 'important' }] });
    await expect(glow('..')).rejects.toMatchObject({ code: 'path_outside' });
  });
});

describe('paige_clear_hints', () => {
  test('stops all glowing [coaching-backend 6.12] [coaching-backend FR-075]', async () => {
    await desk.call('paige_hint_files', { hints: [{ path: 'src/auth.ts', style: 'suggested' }] });
    await desk.call('paige_clear_hints', {});
    expect(page.all('explorer:clear_hints')).toEqual([{}]);
    expect((await desk.page()).all('connection:init')[0]?.pointers.glows).toEqual([]);
  });
});

describe('paige_update_phase', () => {
  const row = () => desk.files.all('select status, started_at, completed_at from coach_phases where number = 1')[0];

  test('begins a phase [coaching-backend 6.13] [coaching-backend FR-076] [coaching-backend SC-035]', async () => {
    const [phase] = await desk.plan(2);
    expect(await desk.call('paige_update_phase', { phase: 1, status: 'active' })).toEqual({
      success: true,
      phase: { id: phase?.id, number: 1, title: 'Step 1', status: 'active' },
    });
    expect(row()).toEqual({ status: 'active', started_at: expect.stringMatching(/Z$/), completed_at: null });
    expect(written()).toEqual(['phase_started', 'mcp_tool_call']);
    expect(desk.actions('phase_started')[0]?.data).toEqual({ phaseId: phase?.id, phaseNumber: 1, title: 'Step 1' });
    expect(page.all('coaching:phase_update')).toEqual([
      {
        phase: {
          id: phase?.id,
          number: 1,
          title: 'Step 1',
          description: 'Do 1',
          status: 'active',
          hintLevel: 'region',
        },
        status: 'active',
        description: 'Do 1',
      },
    ]);
  });

  test('completes it [coaching-backend 6.14]', async () => {
    await desk.plan(1);
    await desk.call('paige_update_phase', { phase: 1, status: 'active' });
    await desk.call('paige_update_phase', { phase: 1, status: 'complete' });
    expect(row()).toEqual({
      status: 'complete',
      started_at: expect.stringMatching(/Z$/),
      completed_at: expect.stringMatching(/Z$/),
    });
    expect(written()).toEqual(['phase_started', 'mcp_tool_call', 'phase_completed', 'mcp_tool_call']);
    expect((await desk.call('paige_get_session_state', { include: ['progress'] })).progress).toMatchObject([
      { eventType: 'phase_started' },
      { eventType: 'phase_completed' },
    ]);
  });

  test('does nothing where it is so already [coaching-backend EC-32]', async () => {
    await desk.plan(1);
    await desk.call('paige_update_phase', { phase: 1, status: 'active' });
    const before = row();
    const again = await desk.call('paige_update_phase', { phase: 1, status: 'active' });
    expect(again.phase.status).toBe('active');
    expect(row()).toEqual(before);
    expect(written()).toEqual(['phase_started', 'mcp_tool_call', 'mcp_tool_call']);
    expect(page.all('coaching:phase_update')).toHaveLength(1);
  });

  test('says which phases there are, where there is no such [coaching-backend EC-31]', async () => {
    await desk.plan(2);
    await expect(desk.call('paige_update_phase', { phase: 3, status: 'active' })).rejects.toMatchObject({
      code: 'phase_not_found',
      message: expect.stringMatching(/phases 1, 2/),
      facts: { phases: [1, 2] },
    });
  });
});

describe('paige_show_message', () => {
  test('is shown in the corner, and written down [coaching-backend 6.15] [coaching-backend FR-077]', async () => {
    const { id } = await desk.call('paige_show_message', { message: 'Nice work!', type: 'success' });
    expect(page.all('coaching:message')).toEqual([{ id, message: 'Nice work!', type: 'success' }]);
    expect(written()).toEqual(['coaching_message', 'mcp_tool_call']);
    expect(desk.actions('coaching_message')[0]?.data).toEqual({ messageType: 'success' });
  });

  test('is shown at a line of a file, or at a file', async () => {
    await desk.call('paige_show_message', {
      message: 'Here',
      type: 'hint',
      anchor: { path: './src/auth.ts', line: 2 },
    });
    await desk.call('paige_show_message', { message: 'This', type: 'hint', anchor: { path: 'src/auth.ts' } });
    expect(page.all('coaching:message').map(({ anchor }) => anchor)).toEqual([
      { path: 'src/auth.ts', line: 2 },
      { path: 'src/auth.ts' },
    ]);
    const anchor = { path: 'src/auth.ts', line: 40 };
    await expect(desk.call('paige_show_message', { message: 'x', type: 'hint', anchor })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    await expect(
      desk.call('paige_show_message', { message: 'x', type: 'hint', anchor: { path: '../x' } }),
    ).rejects.toMatchObject({ code: 'path_outside' });
  });
});

describe('paige_show_issue_context', () => {
  test('is shown, kept and written down [coaching-backend 6.16] [coaching-backend FR-078]', async () => {
    const issue = {
      number: 7,
      title: 'Fix OAuth race condition',
      summary: 'Two at once',
      labels: ['bug'],
      url: 'https://example.org/7',
    };
    await desk.call('paige_show_issue_context', issue);
    expect(page.all('coaching:issue_context')).toEqual([issue]);
    expect(written()).toEqual(['mcp_tool_call']);
    expect((await desk.page()).all('connection:init')[0]?.issue).toEqual(issue);
  });
});

describe('what tools tell pages', () => {
  test('has a type of its own for each of the eight that point [coaching-backend FR-082]', async () => {
    await desk.plan(1);
    const count = page.told.length;
    await desk.call('paige_open_file', { path: 'src/auth.ts' });
    await desk.call('paige_highlight_lines', { path: 'src/auth.ts', start: 1, end: 1, style: 'error' });
    await desk.call('paige_clear_highlights', {});
    await desk.call('paige_hint_files', { hints: [{ path: 'src/auth.ts', style: 'important' }] });
    await desk.call('paige_clear_hints', {});
    await desk.call('paige_update_phase', { phase: 1, status: 'active' });
    await desk.call('paige_show_message', { message: 'm', type: 'info' });
    await desk.call('paige_show_issue_context', { number: 1, title: 't', summary: 's', labels: [], url: '' });
    const types = page.typesAfter(count);
    expect(types).toEqual([
      'editor:open_file',
      'editor:highlight_lines',
      'editor:clear_highlights',
      'explorer:hint_files',
      'explorer:clear_hints',
      'coaching:phase_update',
      'coaching:message',
      'coaching:issue_context',
    ]);
    for (const type of types) expect(SERVER_MESSAGE_TYPES).toContain(type);
  });
});
