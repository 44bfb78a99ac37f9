import type { ActionType } from '@agent-factory/protocol/coach';
import type { NewEvent } from '@agent-factory/protocol/events';
import { describe, expect, test } from 'vitest';
import { WatchedSession } from '../../src/nudges/watched-session.js';

const ID = { exerciseId: 'first-steps' } as const;
const REFUSAL = { reason: 'criterion' } as const;
const WORKS = { agent: 'claude', state: 'working', source: 'hook' } as const;
const ENDED = { status: 'failed', complete: true, passed: 0, total: 1, durationMs: 5 } as const;

test('a check keeps nudges away while it runs, and for a while afterwards', () => {
  const session = new WatchedSession(0);
  expect(session.take({ ...ID, type: 'check_began', data: {} }, 10)).toBe(true);
  expect([session.isChecking, session.checkedAt]).toEqual([true, undefined]);
  expect(session.take({ ...ID, type: 'check_ended', data: ENDED }, 20)).toBe(true);
  expect([session.isChecking, session.checkedAt]).toEqual([false, 20]);
});

test.each([
  { ...ID, type: 'stage_refused', data: { stageNumber: 1, ...REFUSAL } },
  { ...ID, type: 'stage_completed', data: { stageNumber: 1, title: 'One', by: 'check' } },
  { ...ID, type: 'course_refused', data: REFUSAL },
  { ...ID, type: 'course_completed', data: { by: 'check' } },
] satisfies NewEvent[])('so does what a claim has come to: $type', (event) => {
  const session = new WatchedSession(0);
  expect(session.take(event, 30)).toBe(true);
  expect(session.checkedAt).toBe(30);
});

test('what the agent does begins the wait anew, and takes back what was offered unless it waits', () => {
  const session = new WatchedSession(0);
  session.offered = { nudgeId: 'one', prompts: [] as never };
  session.take({ ...ID, type: 'agent_state', data: { ...WORKS, state: 'waiting' } }, 10);
  expect([session.stillSince, session.offered?.nudgeId]).toEqual([10, 'one']);
  session.take({ ...ID, type: 'agent_state', data: WORKS }, 20);
  expect([session.stillSince, session.offered]).toEqual([20, undefined]);
});

describe('of what the coach writes down', () => {
  const acted = (action: ActionType): NewEvent => ({
    ...{ ...ID, type: 'coach_action' },
    data: { action, sessionId: 'one', data: {} },
  });

  function offering(): WatchedSession {
    const session = new WatchedSession(0);
    session.unanswered = 1;
    session.offered = { nudgeId: 'one', prompts: [] as never };
    return session;
  }

  test('[coaching-backend FR-140] a nudge begins the wait anew, and takes the place of what was offered', () => {
    const session = offering();
    expect(session.take(acted('nudge_sent'), 50)).toBe(true);
    expect(session).toMatchObject({ stillSince: 50, nudgedAt: 50, unanswered: 2, offered: undefined });
  });

  test('what the student does in the editor is a sign of them, as typing is', () => {
    const session = offering();
    expect(session.take(acted('file_save'), 50)).toBe(true);
    expect(session).toMatchObject({ stillSince: 50, nudgedAt: undefined, unanswered: 0, offered: undefined });
  });

  test.each(['mcp_tool_call', 'nudge_suppressed', 'phase_started', 'idle_start'] as const)('%s is none', (action) => {
    const session = offering();
    expect(session.take(acted(action), 50)).toBe(false);
    expect(session).toMatchObject({ stillSince: 0, unanswered: 1, offered: { nudgeId: 'one' } });
  });
});
