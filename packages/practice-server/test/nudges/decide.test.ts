import { describe, expect, test } from 'vitest';
import { decideNudge, type NudgeFacts, reasonAgainstOthers } from '../../src/nudges/decide.js';

const SEEN = { visible: true, busy: false };
/** A student who has been still for two minutes before a tutor who waits. */
const STUCK: NudgeFacts = {
  mode: 'offer',
  isMuted: false,
  agent: 'waiting',
  pages: [SEEN],
  isDrafting: false,
  isChecking: false,
  unanswered: 0,
  stillForMs: 120_000,
  sinceCheckMs: undefined,
  sinceNudgeMs: undefined,
  afterMs: 120_000,
};

function decide(facts: Partial<NudgeFacts>) {
  return decideNudge({ ...STUCK, ...facts });
}

describe('[terminal-events 6 timer] a nudge', () => {
  test('comes after 120 s without input', () => {
    expect(decide({})).toEqual({ kind: 'nudge' });
    expect(decide({ stillForMs: 119_999 })).toEqual({ kind: 'later', inMs: 1 });
  });

  test('waits until the last check is a minute old', () => {
    expect(decide({ sinceCheckMs: 59_000 })).toEqual({ kind: 'later', inMs: 1000 });
    expect(decide({ sinceCheckMs: 60_000 })).toEqual({ kind: 'nudge' });
  });
});

describe('[terminal-events 6 suppressed] no nudge comes', () => {
  test.each([
    ['where the exercise wants none', { mode: 'off' }, 'off'],
    ['where the command line wants none', { afterMs: 0 }, 'off'],
    ['where the student wants none', { isMuted: true }, 'muted'],
    ['without an agent, as in a plain shell', { agent: undefined }, 'no_agent'],
    ['when the agent has ended', { agent: 'exited' }, 'no_agent'],
    ['while the agent starts', { agent: 'starting' }, 'agent_at_work'],
    ['while the agent works', { agent: 'working' }, 'agent_at_work'],
    ['while the agent asks', { agent: 'asking' }, 'agent_at_work'],
    ['while no page is open', { pages: [] }, 'unseen'],
    ['while the page is hidden', { pages: [{ visible: false, busy: false }] }, 'unseen'],
    [
      'while a dialog is open, or something is typed or pasted',
      { pages: [{ visible: true, busy: true }] },
      'student_busy',
    ],
    [
      'while the student is busy on another page that is seen',
      { pages: [SEEN, { visible: true, busy: true }] },
      'student_busy',
    ],
    ['while something unsent stands in the prompt', { isDrafting: true }, 'student_busy'],
    ['while a check runs', { isChecking: true }, 'checking'],
    ['when three in a row went unanswered', { unanswered: 3 }, 'unanswered'],
  ] satisfies [string, Partial<NudgeFacts>, string][])('%s', (_, facts, because) => {
    expect(decide(facts)).toEqual({ kind: 'no', because });
  });

  test('but a hidden page beside one that is seen changes nothing', () => {
    expect(decide({ pages: [SEEN, { visible: false, busy: true }] })).toEqual({ kind: 'nudge' });
    expect(decide({ unanswered: 2 })).toEqual({ kind: 'nudge' });
  });
});

describe('[coaching-backend FR-133] whoever has a reason of their own for a nudge', () => {
  const against = (facts: Partial<NudgeFacts>) => reasonAgainstOthers({ ...STUCK, stillForMs: 0, ...facts });

  test('need not wait until the student is still, nor until a page shows the terminal', () => {
    expect(against({})).toBeUndefined();
    expect(against({ pages: [] })).toBeUndefined();
  });

  test.each([
    [{ mode: 'off' }, 'off'],
    [{ afterMs: 0 }, 'off'],
    [{ isMuted: true, agent: 'working' }, 'muted'],
    [{ agent: undefined, pages: [] }, 'no_agent'],
    [{ agent: 'asking' }, 'agent_at_work'],
    [{ isDrafting: true, pages: [] }, 'student_busy'],
    [{ pages: [{ visible: true, busy: true }] }, 'student_busy'],
    [{ isChecking: true }, 'checking'],
    [{ unanswered: 3 }, 'unanswered'],
    [{ sinceCheckMs: 59_999 }, 'checked'],
    [{ sinceNudgeMs: 119_999 }, 'nudged'],
  ] satisfies [Partial<NudgeFacts>, string][])('does not nudge at %o: %s', (facts, because) => {
    expect(against(facts)).toBe(because);
  });

  test('but does so once the result of a check, and the last nudge, are old enough', () => {
    expect(against({ sinceCheckMs: 60_000, sinceNudgeMs: 120_000 })).toBeUndefined();
  });
});
