import { COACH_TOOLS, MIND_TOOLS, TOOL_NAMES } from '@agent-factory/protocol/coach';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Agent } from '../fixtures/agent.js';
import { CoachDesk } from '../fixtures/coach-desk.js';
import { TestMind } from '../fixtures/test-mind.js';

let desk: CoachDesk;
let agent: Agent;
beforeEach(async () => {
  desk = await CoachDesk.make({ 'src/a.ts': 'const a = 1;\nconst b = 2;\n' });
  desk.mind = new TestMind();
  agent = await Agent.connect(desk);
});
afterEach(async () => {
  await agent[Symbol.asyncDispose]();
  await desk[Symbol.asyncDispose]();
});

/** A call of each tool that succeeds where there is a session, a plan and `src/a.ts`. */
const CALLS: Record<string, Record<string, unknown>> = {
  paige_get_buffer: { path: 'src/a.ts' },
  paige_get_open_files: {},
  paige_get_diff: {},
  paige_get_session_state: {},
  paige_open_file: { path: 'src/a.ts' },
  paige_highlight_lines: { path: 'src/a.ts', start: 1, end: 2, style: 'focus' },
  paige_clear_highlights: { path: 'src/a.ts' },
  paige_hint_files: { hints: [{ path: 'src/a.ts', style: 'suggested' }] },
  paige_clear_hints: {},
  paige_update_phase: { phase: 1, status: 'active' },
  paige_show_message: { message: 'Nice work!', type: 'success' },
  paige_show_issue_context: { number: 7, title: 'Fix the race', summary: 'Two at once', labels: ['bug'], url: '' },
  paige_run_coaching_pipeline: { planText: 'Read, then write', issueSummary: 'A race' },
  paige_end_session: { sessionTranscript: 'We read.' },
};

describe('an agent that connects', () => {
  test('is told what the coach is for', () => {
    expect(agent.client.getServerVersion()).toMatchObject({ name: 'practice-coach', version: '1.2.3' });
    expect(agent.client.getInstructions()).toMatch(/never write the student's code/);
  });

  test('finds fourteen tools, each with what goes in, what comes out, and what it does [coaching-backend FR-063] [coaching-backend SC-038]', async () => {
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
    expect(tools).toHaveLength(14);
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      const known = COACH_TOOLS[name as keyof typeof COACH_TOOLS];
      expect({ title, description }).toEqual({ title: known.title, description: known.description });
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema, name).toMatchObject({ type: 'object' });
      expect(annotations, name).toMatchObject({
        readOnlyHint: known.looks,
        destructiveHint: false,
        openWorldHint: MIND_TOOLS.some((tool) => tool === name),
        idempotentHint: !['paige_highlight_lines', 'paige_show_message', 'paige_run_coaching_pipeline'].includes(name),
      });
    }
  });

  test('finds none that writes a file [coaching-backend FR-081] [coaching-backend FR-026]', async () => {
    const { tools } = await agent.client.listTools();
    const names = tools.map(({ name }) => name);
    const writing = names.filter((name) => /write|save|edit|create|delete|rename|run|exec/.test(name));
    // This one runs no program: it makes a plan.
    expect(writing).toEqual(['paige_run_coaching_pipeline']);
    await desk.begin();
    await desk.plan(1);
    for (const [name, input] of Object.entries(CALLS)) await agent.call(name, input);
    const page = await desk.page();
    await page.say('file:open', { path: 'src/a.ts' });
    expect((await page.until('fs:content')).content).toBe('const a = 1;\nconst b = 2;\n');
    const { root } = await page.until('fs:tree');
    expect(root.children?.flatMap(({ path, children = [] }) => [path, ...children.map((child) => child.path)])).toEqual(
      ['src', 'src/a.ts'],
    );
  });

  test('can call all of them: each answers in the shape it has promised, also without a page [coaching-backend FR-064] [coaching-backend EC-35]', async () => {
    await desk.begin();
    await desk.plan(1);
    expect(Object.keys(CALLS)).toEqual(TOOL_NAMES);
    for (const [name, input] of Object.entries(CALLS)) {
      const { isError, text, structured } = await agent.call(name, input);
      expect(isError, `${name}: ${text}`).toBe(false);
      expect(JSON.parse(text)).toEqual(structured);
      expect(() => COACH_TOOLS[name as keyof typeof COACH_TOOLS].output.parse(structured)).not.toThrow();
    }
  });

  test('is written down with each call, those that were refused with why [coaching-backend FR-079]', async () => {
    await desk.begin('nothing');
    await desk.plan(1);
    for (const [name, input] of Object.entries(CALLS)) await agent.call(name, input);
    const calls = desk.actions('mcp_tool_call').map(({ data }) => data as Record<string, string>);
    expect(calls.map(({ toolName }) => toolName)).toEqual(TOOL_NAMES);
    for (const { sessionId } of calls) expect(sessionId).toBe('mcp-7');
    expect(calls.filter(({ refused }) => refused === 'not_visible').map(({ toolName }) => toolName)).toEqual([
      'paige_get_buffer',
      'paige_get_open_files',
      'paige_get_diff',
      'paige_get_session_state',
    ]);
    expect(calls[0]).toEqual({
      toolName: 'paige_get_buffer',
      sessionId: 'mcp-7',
      path: 'src/a.ts',
      refused: 'not_visible',
    });
  });
});

describe('an agent that is refused', () => {
  test('without a session, is told that there is none, whatever it calls [coaching-backend 6.17] [coaching-backend FR-080] [coaching-backend SC-036]', async () => {
    for (const [name, input] of Object.entries(CALLS)) {
      const { isError, text } = await agent.call(name, input);
      expect(isError, name).toBe(true);
      expect(text).toMatch(/^no_active_session: No active session\. /);
    }
    expect(desk.actions()).toEqual([]);
    expect(desk.warnings).toHaveLength(14);
  });

  test('reads what is wrong and what to do, and no stack', async () => {
    await desk.begin();
    const refused = [
      await agent.call('paige_open_file', { path: '../../etc/passwd' }),
      await agent.call('paige_open_file', { path: 'nothing.ts' }),
      await agent.call('paige_update_phase', { phase: 3, status: 'active' }),
    ];
    expect(refused.map(({ text }) => text.split(':')[0])).toEqual([
      'path_outside',
      'file_not_found',
      'phase_not_found',
    ]);
    for (const { text, isError } of refused) {
      expect(isError).toBe(true);
      expect(text).not.toMatch(/\n\s+at |node_modules|\.ts:\d+:\d+/);
    }
    expect(refused[2]?.text).toMatch(/There is no plan yet/);
  });

  test('a part of what it asks for, is told in the shape that was promised', async () => {
    await desk.begin('saved_files');
    const { isError, structured } = await agent.call('paige_get_session_state');
    expect([isError, structured?.notShown]).toEqual([false, expect.stringMatching(/^Left out: diffs/)]);
  });

  test('is told which argument is wrong', async () => {
    await desk.begin();
    const wrong = [
      await agent.call('paige_highlight_lines', { path: 'src/a.ts', start: 2, end: 1, style: 'focus' }),
      await agent.call('paige_highlight_lines', { path: 'src/a.ts', start: 1, end: 1, style: 'glitter' }),
      await agent.call('paige_get_open_files', { everything: true }),
      await agent.call('paige_get_buffer', {}),
    ];
    expect(wrong.map(({ isError }) => isError)).toEqual([true, true, true, true]);
    expect(wrong[0]?.text).toMatch(/start to be at most end/);
    expect(wrong[1]?.text).toMatch(/style/);
    expect(wrong[2]?.text).toMatch(/everything/);
    expect(wrong[3]?.text).toMatch(/path/);
    for (const { text } of wrong) expect(text).toMatch(/^invalid_request: paige_\w+ does not take this: /);
  });

  test('is written down with each call, also where the arguments are wrong [coaching-backend FR-079]', async () => {
    await desk.begin();
    await agent.call('paige_get_buffer', { path: 'src/a.ts', all: true });
    await agent.call('paige_get_buffer', { path: 7 });
    await agent.call('paige_open_file', { path: 'x'.repeat(5000) });
    const refused = { sessionId: 'mcp-7', refused: 'invalid_request' };
    expect(desk.actions('mcp_tool_call').map(({ data }) => data)).toEqual([
      { toolName: 'paige_get_buffer', path: 'src/a.ts', ...refused },
      { toolName: 'paige_get_buffer', ...refused },
      { toolName: 'paige_open_file', path: 'x'.repeat(1024), ...refused },
    ]);
  });

  test('is told nothing of a bug of ours, which is logged', async () => {
    await desk.begin();
    desk.files.run('drop table coach_dreyfus_assessments');
    const { isError, text } = await agent.call('paige_get_session_state', {});
    expect([isError, text]).toEqual([true, expect.stringMatching(/^internal: /)]);
    expect(text).not.toMatch(/table/);
    expect(agent.failures).toMatchObject([{ message: expect.stringMatching(/coach_dreyfus/) }]);
    expect(desk.actions('mcp_tool_call')).toMatchObject([{ data: { refused: 'internal' } }]);
  });

  test('when its project cannot be opened, is told why', async () => {
    desk.isGone = true;
    expect((await agent.call('paige_clear_hints')).text).toMatch(/^project_not_found: /);
    expect(desk.coach.projectCount).toBe(0);
    await desk.coach.close();
    expect((await agent.call('paige_clear_hints')).text).toMatch(/^shutting_down: /);
  });
});
