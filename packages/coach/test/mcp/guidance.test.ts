import type { ToolInput, ToolName } from '@agent-factory/protocol/coach';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { requireGuidance, textsIn } from '../../src/tools/guidance.js';
import type { Workplace } from '../../src/workplace/workplace.js';
import { CoachDesk, PROJECT } from '../fixtures/coach-desk.js';
import { TestMind } from '../fixtures/test-mind.js';
import type { TestPage } from '../fixtures/test-page.js';

const SECRET = 'sum_of_all += price';
const POINTING: { readonly [Name in ToolName]?: ToolInput<Name> } = {
  paige_show_message: { message: `Write ${SECRET}`, type: 'hint' },
  paige_highlight_lines: { path: 'src/a.ts', start: 1, end: 1, style: 'hint', hoverText: `Here: ${SECRET}` },
  paige_show_issue_context: { number: 1, title: 'Sum', summary: `Do\n${SECRET}`, labels: [], url: '' },
  paige_run_coaching_pipeline: { planText: `1. ${SECRET}`, issueSummary: 'Sum' },
  paige_end_session: { sessionTranscript: `We wrote ${SECRET}` },
};
const DIRTY = { path: 'src/a.ts', content: 'typed\n', cursorPosition: { line: 1, column: 1 } };

let desk: CoachDesk;
let page: TestPage;
beforeEach(async () => {
  desk = await CoachDesk.make({ 'src/a.ts': 'one\n', 'src/b.ts': 'two\n' });
  desk.mind = new TestMind();
  await desk.begin();
  page = await desk.page();
  desk.secret = SECRET;
});
afterEach(() => desk[Symbol.asyncDispose]());

describe('[coach truth-leak] an agent that would show the solution', () => {
  test.each(Object.entries(POINTING))('is refused in %s, and told what to do instead', async (name, input) => {
    const refused = desk.call(name as ToolName, input as never);
    await expect(refused).rejects.toMatchObject({ code: 'gives_solution', facts: { lines: 3, inRow: 3, of: 4 } });
    await expect(refused).rejects.toThrow(/^Not shown: .*3 lines of the solution.* Ask a question.*next hint/);
    expect(page.all('coaching:message')).toEqual([]);
    expect(page.all('editor:highlight_lines')).toEqual([]);
    expect(page.all('coaching:issue_context')).toEqual([]);
    expect(desk.actions('mcp_tool_call').map(({ data }) => data)).toMatchObject([{ refused: 'gives_solution' }]);
    expect(desk.actions('coaching_message', 'decorations_applied')).toEqual([]);
  });

  test('may say everything else', async () => {
    await desk.call('paige_show_message', { message: 'What adds them up?', type: 'hint' });
    expect(await page.until('coaching:message')).toMatchObject({ message: 'What adds them up?' });
  });

  test('is not judged by what it looks at, nor in a folder of the student’s own', async () => {
    await desk.call('paige_get_buffer', { path: 'src/a.ts' });
    expect(desk.judged).toEqual([]);
    await desk.restartAs('folder');
    await desk.call('paige_show_message', { message: SECRET, type: 'hint' });
    expect(desk.judged).toEqual([]);
  });

  test('is not judged by what has no words of its own: places, and kinds of things', async () => {
    await desk.call('paige_clear_highlights', { path: 'src/a.ts' });
    expect(desk.judged).toEqual([]);
    const hints = [{ path: 'a.ts', style: 'glow', hoverText: 'Here' }];
    expect(textsIn({ type: 'hint', status: 'active', n: 1, none: null, hints, more: ['And', ['there']] })).toEqual([
      ...['Here', 'And', 'there'],
    ]);
  });

  test.each([
    ['everything', { seesFiles: true, unsaved: ['typed\n'] }],
    ['saved_files', { seesFiles: true, unsaved: [] }],
    ['nothing', { seesFiles: false, unsaved: [] }],
  ] as const)('may quote of the student’s what it sees: %s', async (visibility, seen) => {
    await page.say('file:open', { path: 'src/a.ts' });
    await page.say('file:open', { path: 'src/b.ts' });
    await page.say('buffer:update', DIRTY);
    await desk.coach.setVisibility(PROJECT, visibility);
    await desk.call('paige_show_message', { message: 'Look', type: 'hint' });
    expect(desk.judged).toEqual([{ text: 'Look', by: 'agent', ...seen }]);
  });
});

test('[coach truth-leak] texts are judged together, line by line, and told of in numbers', async () => {
  const leakIn = vi.fn(async () => ({ lines: 1, inRow: 1, of: 1 }));
  const place = { project: { kind: 'exercise', id: PROJECT } };
  const workplace = { host: { leakIn }, place, choices: { now: { visibility: 'nothing' } } } as unknown as Workplace;
  const refused = requireGuidance(workplace, ['one', 'two'], 'model');
  await expect(refused).rejects.toThrow(/^Not shown: with it you would have told a line of the solution/);
  const seen = { seesFiles: false, unsaved: [] };
  expect(leakIn).toHaveBeenCalledExactlyOnceWith(PROJECT, { text: 'one\ntwo', by: 'model', ...seen });
});
