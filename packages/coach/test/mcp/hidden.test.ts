import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CoachDesk } from '../fixtures/coach-desk.js';
import type { TestPage } from '../fixtures/test-page.js';

const LAST_LINE = 10_000_000;

let desk: CoachDesk;
let page: TestPage;
beforeEach(async () => {
  desk = await CoachDesk.make({ 'private/diary.md': 'dear\ndiary\n', 'logo.png': 'x' });
  await desk.begin('nothing');
  page = await desk.page();
});
afterEach(() => desk[Symbol.asyncDispose]());

/** A text, what is no text, a folder, and what is not there. */
const PATHS = ['private/diary.md', 'logo.png', 'private', 'private/diary.txt'];

describe('where the student shows nothing, pointing', () => {
  test.each([
    ['paige_open_file', (path: string) => desk.call('paige_open_file', { path })],
    [
      'paige_highlight_lines',
      (path: string) => desk.call('paige_highlight_lines', { path, start: 1, end: LAST_LINE, style: 'hint' }),
    ],
    ['paige_hint_files', (path: string) => desk.call('paige_hint_files', { hints: [{ path, style: 'suggested' }] })],
    [
      'paige_show_message',
      (path: string) =>
        desk.call('paige_show_message', { message: 'Look', type: 'info', anchor: { path, line: LAST_LINE } }),
    ],
  ])('by %s is answered alike for all paths, whatever is there [workbench visibility]', async (_, point) => {
    for (const path of PATHS) {
      const answer = { id: undefined, path, ...(await point(path)) };
      expect(answer).toMatchObject({ success: true, path });
    }
    await expect(point('../outside')).rejects.toMatchObject({ code: 'path_outside' });
  });

  test('still shows a file that is there, and nothing of one that is not, of which nobody hears', async () => {
    for (const path of ['gone.md', 'logo.png', 'private/diary.md']) await desk.call('paige_open_file', { path });
    expect(await page.until('editor:open_file')).toMatchObject({ path: 'private/diary.md', content: 'dear\ndiary\n' });
    expect(page.all('editor:open_file')).toHaveLength(1);
    expect(page.all('connection:error')).toEqual([]);
    expect(desk.failures).toEqual([]);
  });

  test('is no look either if the student hides everything while it is under way', async () => {
    await desk.coach.setVisibility('kata', 'everything');
    const project = await desk.project();
    const mark = { path: 'private/gone.md', start: 1, end: LAST_LINE, style: 'hint' } as const;
    const marking = project.callTool('paige_highlight_lines', mark, { mcpSessionId: 'mcp-1' });
    await project.setVisibility('nothing');
    expect(await marking).toMatchObject({ success: true });
  });
});
