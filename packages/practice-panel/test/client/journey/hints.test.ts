import { describe, expect, it } from 'vitest';
import { INITIAL_JOURNEY, type JourneyAction, reduceJourney } from '../../../src/client/journey/state.js';
import { TerminalConnection } from '../../../src/client/terminal/terminal-connection.js';
import { failed, passed, started } from '../../support/samples.js';

const terminal = new TerminalConnection({ url: 'ws://127.0.0.1:9' });
const NEXT_AT = '2026-01-01T00:03:00.000Z';
const outline = {
  stages: [],
  hints: { 'It greets': 3, constructor: 1 },
  revealed: { 'It greets': ['Look at main.'] },
  hasSolution: true,
  network: false,
};
const opened: JourneyAction = { type: 'started', session: started({ status: 'resumed', outline }), terminal };
const shown: JourneyAction = {
  type: 'hint_shown',
  hint: { criterion: 'It greets', hints: ['Look at main.', 'It prints.'], total: 3, nextAt: NEXT_AT },
};

function ladderAfter(...actions: JourneyAction[]) {
  return [opened, ...actions].reduce(reduceJourney, INITIAL_JOURNEY).ladders.get('It greets');
}

describe('a hint ladder', () => {
  it('[exercises 3 hints] has the rungs that were shown before the page was loaded', () => {
    expect(ladderAfter()).toMatchObject({ total: 3, shown: ['Look at main.'], nextAt: undefined });
  });

  it('shows what the daemon showed, and waits until the next one opens', () => {
    expect(ladderAfter(shown)).toMatchObject({ shown: ['Look at main.', 'It prints.'], nextAt: Date.parse(NEXT_AT) });
  });

  it('[exercises 3 hints] opens with a check that judged the work, and with no other', () => {
    const error = { ...failed, status: 'error' as const, criteria: [] };
    expect(ladderAfter(shown, { type: 'check_done', result: error })?.nextAt).toBe(Date.parse(NEXT_AT));
    expect(ladderAfter(shown, { type: 'check_done', result: failed })?.nextAt).toBeUndefined();
    expect(ladderAfter(shown, { type: 'check_done', result: passed })?.nextAt).toBeUndefined();
  });

  it('waits where the daemon says that it is too early, and says anything else', () => {
    const asked: JourneyAction = { type: 'hint_asked', criterion: 'It greets' };
    const refuse = (error: Extract<JourneyAction, { type: 'hint_refused' }>['error']) =>
      ladderAfter(asked, { type: 'hint_refused', criterion: 'It greets', error });
    const locked = refuse({ error: 'hint_locked', message: 'Try it first.', availableAt: NEXT_AT });
    expect(locked).toMatchObject({ asking: false, nextAt: Date.parse(NEXT_AT) });
    expect(locked?.problem).toBeUndefined();
    expect(refuse({ error: 'unreachable', message: 'Gone.' })).toMatchObject({ asking: false, problem: 'Gone.' });
  });

  it('stays as long as it was when the connection is renewed, and begins anew with a new workspace', () => {
    const again = (status: 'created' | 'resumed') =>
      ladderAfter(shown, { type: 'renewed', session: started({ status, outline: { ...outline, revealed: {} } }) });
    expect(again('resumed')?.shown).toHaveLength(2);
    expect(again('created')?.shown).toHaveLength(0);
  });

  it('may be of a criterion with any name', () => {
    const state = reduceJourney(INITIAL_JOURNEY, opened);
    expect(state.ladders.get('constructor')).toMatchObject({ total: 1, shown: [] });
    expect(state.ladders.get('toString')).toBeUndefined();
  });
});
