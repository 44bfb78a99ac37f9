import { describe, expect, it } from 'vitest';
import type { AgentExit } from '../../../src/client/journey/notices.js';
import { INITIAL_JOURNEY, type JourneyAction, reduceJourney } from '../../../src/client/journey/state.js';
import { TerminalConnection } from '../../../src/client/terminal/terminal-connection.js';
import { failed, passed, started } from '../../support/samples.js';

const terminal = new TerminalConnection({ url: 'ws://127.0.0.1:9' });

function after(...actions: JourneyAction[]) {
  return actions.reduce(reduceJourney, INITIAL_JOURNEY);
}

describe('the journey of an exercise', () => {
  it('[practice-environment 1.3 completion] [practice-environment 4.4 celebrate-once] celebrates the check that completes the exercise, and not the next one', () => {
    const first = after({ type: 'check_done', result: passed });
    expect(first).toMatchObject({ completed: true, celebrating: true });
    const second = [{ type: 'celebration_seen' } as const, { type: 'check_done', result: passed } as const].reduce(
      reduceJourney,
      first,
    );
    expect(second).toMatchObject({ completed: true, celebrating: false });
  });

  it('does not celebrate an exercise known to be completed', () => {
    expect(after({ type: 'known_completed' }, { type: 'check_done', result: passed }).celebrating).toBe(false);
  });

  it('celebrates again in a workspace made anew, and knows it as completed only then', () => {
    const again = after({ type: 'started', session: started(), terminal }, { type: 'known_completed' });
    expect(again.completed).toBe(false);
    const redone = reduceJourney(again, { type: 'check_done', result: passed });
    expect(redone).toMatchObject({ completed: true, celebrating: true });
    const renewed = reduceJourney(again, { type: 'renewed', session: started({ status: 'resumed' }) });
    expect(reduceJourney(renewed, { type: 'known_completed' }).completed).toBe(false);
  });

  it('knows a resumed session of a completed exercise as completed', () => {
    const session = started({ status: 'resumed' });
    expect(after({ type: 'started', session, terminal }, { type: 'known_completed' }).completed).toBe(true);
  });

  it('stays completed when a later check fails', () => {
    expect(after({ type: 'check_done', result: passed }, { type: 'check_done', result: failed }).completed).toBe(true);
  });

  it('collects the rows of a running check and ignores those of a dismissed one', () => {
    const row: JourneyAction = { type: 'check_row', criterion: { name: 'a', passed: true, status: 'passed' } };
    expect(after({ type: 'check_began' }, row, row).check).toMatchObject({ status: 'running', rows: [{}, {}] });
    expect(after({ type: 'check_began' }, { type: 'check_dismissed' }, row).check).toEqual({ status: 'none' });
  });

  it('shows the notices of a start once, however often it is renewed', () => {
    const session = started({ notices: [{ code: 'not_signed_in', message: 'Sign in.', commands: [] }] });
    const state = after({ type: 'started', session, terminal }, { type: 'renewed', session });
    expect(state.notices.map((bar) => bar.id)).toEqual(['not_signed_in']);
  });

  it('forgets a check at a reset and says where the work went', () => {
    const state = after({ type: 'check_done', result: passed }, { type: 'was_reset', archivedTo: '/archive/x' });
    expect(state).toMatchObject({
      check: { status: 'none' },
      completed: false,
      notices: [{ kind: 'archived', path: '/archive/x' }],
    });
  });

  it('forgets notices and results with the session it finishes, and nothing of what was achieved', () => {
    const session = started({ notices: [{ code: 'not_signed_in', message: 'Sign in.', commands: [] }] });
    const state = after(
      { type: 'started', session, terminal },
      { type: 'check_done', result: passed },
      { type: 'task_began', task: 'finish' },
      { type: 'finished', message: 'Ended.', workspace: '/w' },
    );
    expect(state).toMatchObject({
      phase: { name: 'finished', message: 'Ended.', workspace: '/w' },
      check: { status: 'none' },
      task: 'none',
      notices: [],
      fresh: true,
      completed: true,
      celebrating: false,
    });
  });

  it('keeps the terminal open when a reset fails, and says why', () => {
    const error = { error: 'storage_full', message: 'Free some space.' } as const;
    const state = after(
      { type: 'started', session: started(), terminal },
      { type: 'task_began', task: 'reset' },
      { type: 'task_failed', task: 'reset', error },
    );
    expect(state).toMatchObject({ phase: { name: 'open' }, task: 'none', notices: [{ kind: 'task_failed', error }] });
  });

  it('goes on with another agent: what was said of the former no longer counts, what was checked does', () => {
    const error = { error: 'dependency_missing', message: 'Codex was not found.' } as const;
    const session = started({ notices: [{ code: 'not_signed_in', message: 'Sign in.', commands: [] }] });
    const before: JourneyAction[] = [
      { type: 'started', session, terminal },
      { type: 'check_done', result: failed },
      { type: 'task_began', task: 'switch' },
      { type: 'task_failed', task: 'switch', error },
    ];
    expect(after(...before)).toMatchObject({
      task: 'none',
      notices: [{ id: 'not_signed_in' }, { kind: 'task_failed', error }],
    });
    const next = started({ agent: 'codex', status: 'resumed' });
    const state = after(
      ...before,
      { type: 'task_began', task: 'switch' },
      { type: 'switched', session: next, terminal },
    );
    expect(state).toMatchObject({
      phase: { name: 'open', session: { agent: 'codex' } },
      task: 'none',
      notices: [],
      check: { status: 'done', result: failed },
      fresh: true,
    });
  });

  it('takes the word that the agent ended back when a new one runs', () => {
    const exit: AgentExit = {
      type: 'agent_exited',
      agent: 'claude',
      exitCode: 1,
      early: true,
      message: 'Ended.',
      commands: [],
    };
    const exited = after({ type: 'started', session: started(), terminal }, { type: 'agent_exited', exit });
    expect(exited.notices).toHaveLength(1);
    expect(reduceJourney(exited, { type: 'started', session: started(), terminal }).notices).toHaveLength(0);
  });
});
