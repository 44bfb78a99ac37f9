import { PracticeError } from '@agent-factory/protocol';
import { MAX_EVENT_BYTES } from '@agent-factory/protocol/events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Agent } from '../fixtures/agent.js';
import { CoachDesk } from '../fixtures/coach-desk.js';
import type { TestPage } from '../fixtures/test-page.js';

const FULL = new PracticeError('storage_full', 'The disk is full. Free some space and try again.', {
  path: 'state.db',
});
const cursorPosition = { line: 1, column: 1 };

let desk: CoachDesk;
let page: TestPage;
beforeEach(async () => {
  desk = await CoachDesk.make({ 'src/a.ts': 'one\n', 'src/b.ts': 'two\n', 'src/c.ts': 'three\n' });
  await desk.begin();
  page = await desk.page();
});
afterEach(() => desk[Symbol.asyncDispose]());

const calls = () => desk.actions('mcp_tool_call').map(({ data }) => data as Record<string, string>);

/** Without which connection it was. */
const rows = () => calls().map(({ sessionId: _, ...row }) => row);

async function type(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.say('file:open', { path });
    await page.say('buffer:update', { path, content: `typed in ${path}\n`, cursorPosition });
  }
}

describe('a look', () => {
  const LOOKS = [
    () => desk.call('resources/list', {}),
    () => desk.call('resources/read', { uri: 'project:///src/a.ts' }),
    () => desk.call('paige_get_buffer', { path: 'src/a.ts' }),
    () => desk.call('paige_get_open_files', {}),
    () => desk.call('paige_get_diff', {}),
    () => desk.call('paige_get_session_state', {}),
  ];

  test('is answered once it is written down, and not before [workbench visibility]', async () => {
    for (const [index, look] of LOOKS.entries()) {
      let isAnswered = false;
      desk.beforeKeeping = async () => {
        await new Promise((resolve) => setImmediate(resolve));
        expect(isAnswered, `look ${index}`).toBe(false);
      };
      await look();
      isAnswered = true;
      expect(calls()).toHaveLength(index + 1);
    }
  });

  test('that cannot be written down is refused, in words for both, also where there is nothing to see; pointing goes on', async () => {
    desk.diskFailure = FULL;
    const refusal = {
      code: 'storage_full',
      message: expect.stringMatching(/so you cannot look\. You can still point\. Tell the student: The disk is full/),
    };
    for (const look of LOOKS) await expect(look()).rejects.toMatchObject(refusal);
    await expect(desk.call('resources/read', { uri: 'project:///gone' })).rejects.toMatchObject(refusal);
    await desk.call('paige_highlight_lines', { path: 'src/a.ts', start: 1, end: 1, style: 'hint' });
    await desk.call('paige_open_file', { path: 'src/a.ts' });
    expect(page.all('editor:highlight_lines')).toHaveLength(1);
    desk.diskFailure = undefined;
    expect(await desk.call('resources/read', { uri: 'project:///src/a.ts' })).toEqual({ text: 'one\n' });
    expect(rows().filter(({ toolName }) => !toolName?.startsWith('paige'))).toEqual([
      { toolName: 'resources/read', path: 'src/a.ts' },
    ]);
  });

  test('is not answered with what the student hides while it is written down [workbench visibility]', async () => {
    await type('src/a.ts');
    const project = await desk.project();
    for (const look of LOOKS) {
      desk.beforeKeeping = async () => {
        desk.beforeKeeping = async () => undefined;
        await project.setVisibility('nothing');
      };
      const seen = await look().catch((error: PracticeError) => error.code);
      expect(JSON.stringify(seen)).not.toMatch(/typed in|src/);
      await project.setVisibility('everything');
    }
  });

  test('has a row for each file that its answer tells of [workbench visibility]', async () => {
    await type('src/a.ts', 'src/b.ts');
    await page.say('file:open', { path: 'src/c.ts' });
    await desk.call('paige_get_diff', {});
    await desk.call('paige_get_session_state', { include: ['buffers', 'diffs'] });
    const of = (toolName: string, ...paths: string[]) => [{ toolName }, ...paths.map((path) => ({ toolName, path }))];
    expect(rows()).toEqual([
      ...of('paige_get_diff', 'src/a.ts', 'src/b.ts'),
      ...of('paige_get_session_state', 'src/a.ts', 'src/b.ts', 'src/c.ts'),
    ]);
  });
});

describe('pointing', () => {
  test('that is refused has a row for each file that it named, also beside a message [workbench visibility]', async () => {
    const hints = ['src/a.ts', 'secret/diary.md'].map((path) => ({ path, style: 'suggested' as const }));
    await expect(desk.call('paige_hint_files', { hints })).rejects.toMatchObject({ code: 'file_not_found' });
    const anchor = { path: 'secret/plan.md', line: 1 };
    const said = { message: 'Look', type: 'info' } as const;
    await expect(desk.call('paige_show_message', { ...said, anchor })).rejects.toMatchObject({
      code: 'file_not_found',
    });
    await desk.call('paige_show_message', { ...said, anchor: { path: 'src/a.ts' } });
    expect(rows()).toEqual([
      { toolName: 'paige_hint_files', path: 'src/a.ts', refused: 'file_not_found' },
      { toolName: 'paige_hint_files', path: 'secret/diary.md', refused: 'file_not_found' },
      { toolName: 'paige_show_message', path: 'secret/plan.md', refused: 'file_not_found' },
      { toolName: 'paige_show_message', path: 'src/a.ts' },
    ]);
  });

  test('at many files with long names loses none of them: no row is so large that it is cut', async () => {
    const folder = Array.from({ length: 4 }, (_, index) => `${'あ'.repeat(80)}${index}`).join('/');
    const paths = Array.from({ length: 100 }, (_, index) => `${folder}/${index}`);
    await desk.coach.setVisibility('kata', 'nothing');
    await desk.call('paige_hint_files', { hints: paths.map((path) => ({ path, style: 'suggested' })) });
    const logged = desk.actions('file_hints_applied');
    expect(logged.flatMap(({ data }) => (data as { paths: string[] }).paths)).toEqual(paths);
    for (const { data, session_id: sessionId } of logged) {
      const stored = JSON.stringify({ action: 'file_hints_applied', sessionId, data });
      expect(Buffer.byteLength(stored)).toBeLessThan(MAX_EVENT_BYTES);
    }
  });
});

describe('an agent that calls all the time', () => {
  test('is told to wait, and neither looks nor fills the log meanwhile; pointing goes on', async () => {
    await using agent = await Agent.connect(desk);
    const answers = await Promise.all(Array.from({ length: 70 }, () => agent.call('paige_get_open_files')));
    const refused = answers.filter(({ isError }) => isError);
    // Some seconds at most have passed, in which a few more may come.
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.text).toMatch(/^too_many_requests: Too many calls.* Wait (a second|\d seconds), then go on/);
    expect(calls()).toHaveLength(70 - refused.length);
    expect((await agent.call('paige_clear_hints')).isError).toBe(false);
  });

  test('pays for each row that it causes', async () => {
    await type('src/a.ts', 'src/b.ts', 'src/c.ts');
    let refused = 0;
    for (let look = 0; look < 40; look += 1) await desk.call('paige_get_diff', {}).catch(() => (refused += 1));
    expect(refused).toBeGreaterThan(0);
    expect(calls()).toHaveLength((40 - refused) * 4);
  });
});
