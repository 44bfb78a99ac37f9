import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CoachDesk, PROJECT } from '../fixtures/coach-desk.js';

let desk: CoachDesk;
beforeEach(async () => {
  desk = await CoachDesk.make({ 'a.ts': 'a\n' });
});
afterEach(() => desk[Symbol.asyncDispose]());

describe('a coaching session', () => {
  test('begins with the agent, and ends with it: both are written down [coaching-backend 4.8]', async () => {
    await desk.coach.beginSession(PROJECT);
    const sessionId = desk.sessionId();
    expect((await desk.project()).hasSession).toBe(true);
    await desk.coach.endSession(PROJECT, 'completed');
    expect((await desk.project()).hasSession).toBe(false);
    expect(desk.actions().map(({ session_id, action_type, data }) => [session_id, action_type, data])).toEqual([
      [sessionId, 'session_started', {}],
      [sessionId, 'session_ended', { status: 'completed', durationMs: expect.any(Number) }],
    ]);
    expect(desk.files.all('select project_id, project_dir, status from coach_sessions')).toEqual([
      { project_id: PROJECT, project_dir: desk.folder, status: 'completed' },
    ]);
  });

  test('goes on when the daemon was started again: it does not begin twice', async () => {
    await desk.coach.beginSession(PROJECT);
    const sessionId = desk.sessionId();
    await desk.restart();
    await desk.coach.beginSession(PROJECT);
    await desk.coach.beginSession(PROJECT);
    expect(desk.sessionId()).toBe(sessionId);
    expect(desk.actions('session_started')).toHaveLength(1);
  });

  test('that an earlier daemon has begun can be ended without its folder', async () => {
    await desk.coach.beginSession(PROJECT);
    await desk.restart();
    desk.isGone = true;
    await desk.coach.endSession(PROJECT, 'abandoned');
    await desk.coach.endSession(PROJECT, 'abandoned');
    expect(desk.actions('session_ended')).toMatchObject([{ data: { status: 'abandoned' } }]);
  });

  test('ends with all that earlier daemons have left: none of them comes back', async () => {
    await desk.coach.beginSession(PROJECT);
    desk.files.run(`insert into coach_sessions (id, project_id, project_dir, status, started_at)
      values ('left', '${PROJECT}', '/', 'active', '2020-01-01T00:00:00.000Z')`);
    await desk.coach.endSession(PROJECT, 'abandoned');
    expect(desk.files.all('select distinct status from coach_sessions')).toEqual([{ status: 'abandoned' }]);
    expect(desk.actions('session_ended')).toHaveLength(2);
  });

  test('is about the issue of its project', async () => {
    await desk.begin();
    await desk.call('paige_show_issue_context', { number: 7, title: 'Log in', summary: 'S', labels: [], url: '' });
    expect(desk.files.all('select issue_number, issue_title from coach_sessions')).toEqual([
      { issue_number: 7, issue_title: 'Log in' },
    ]);
    await desk.coach.endSession(PROJECT, 'completed');
    await desk.coach.beginSession(PROJECT);
    expect(desk.actions('session_started').at(-1)?.data).toEqual({ issueNumber: 7 });
  });

  test('has a log that is read page by page, and as a whole', async () => {
    await desk.begin();
    await desk.call('paige_get_open_files', {});
    const page = await desk.coach.actions(PROJECT, { limit: 1 });
    expect(page).toMatchObject({ actions: [{ type: 'mcp_tool_call' }], next: 2 });
    const all: string[] = [];
    for await (const { type } of desk.coach.exportActions(PROJECT)) all.push(type);
    expect(all).toEqual(['session_started', 'mcp_tool_call']);
  });
});

describe('two projects', () => {
  test('have a session each, and know nothing of each other', async () => {
    await desk.begin();
    await desk.coach.beginSession('other');
    const other = await desk.coach.open('other');
    const page = await desk.page();
    await other.callTool('paige_show_message', { message: 'Not for you', type: 'info' }, { mcpSessionId: 'mcp-2' });
    expect(page.all('coaching:message')).toEqual([]);
    expect((await desk.coach.actions('other', { limit: 9 })).actions.map(({ type }) => type)).toEqual([
      'mcp_tool_call',
      'coaching_message',
      'session_started',
    ]);
    expect(desk.coach.projectCount).toBe(2);
  });
});
