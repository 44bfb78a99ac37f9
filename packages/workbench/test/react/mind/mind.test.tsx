// @vitest-environment happy-dom
import type { Phase, ServerPayload } from '@agent-factory/protocol/coach';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PROJECT_STATE } from '../../client/support/coach-daemon.js';
import { eventually } from '../../client/support/eventually.js';
import { mindStatus } from '../../client/support/mind-status.js';
import { type OpenPanel, openPanel } from '../support/open-panel.js';

const OBSERVER = { active: true, muted: false, lastEvaluation: null };
const COUNTS = { knowledgeGaps: 2, kataSpecs: 1, dreyfusUpdates: 0, memoriesStored: 3 };
const NOTHING = { knowledgeGaps: 0, kataSpecs: 0, dreyfusUpdates: 0, memoriesStored: 0 };
const PHASE: Phase = {
  ...{ id: 'p1', number: 1, title: 'Reproduce', description: 'Write a test.' },
  ...{ status: 'active', hintLevel: 'file' },
};

function nudge(signal: ServerPayload<'observer:nudge'>['signal']): ServerPayload<'observer:nudge'> {
  const context = { current_file: null, expected_file: null, time_in_file: null, phase_description: null };
  return { signal, confidence: 0.8, context };
}

/** A panel in whose session somebody watches. */
async function openObserved(): Promise<OpenPanel> {
  const panel = await openPanel();
  panel.daemon.broadcast('observer:status', OBSERVER);
  await screen.findByRole('switch');
  return panel;
}

describe('the observer', () => {
  it('is not spoken of where there is none, or where the student has turned it off', async () => {
    const { daemon } = await openPanel();
    daemon.broadcast('observer:status', { ...OBSERVER, active: false });
    await screen.findByRole('button', { name: 'I’m done for now' });
    expect(screen.queryByRole('switch')).toBeNull();
    daemon.broadcast('observer:status', OBSERVER);
    await screen.findByRole('switch', { name: 'Speaks up when it can help' });
    daemon.broadcast('mind:status', mindStatus(['observer']));
    await eventually(() => expect(screen.queryByRole('switch')).toBeNull());
  });

  it('is muted by a switch, which shows what the daemon says', async () => {
    const { daemon } = await openObserved();
    const mute = screen.getByRole<HTMLInputElement>('switch');
    expect(mute.checked).toBe(true);
    fireEvent.click(mute);
    await eventually(() => expect(daemon.ofType('observer:mute')).toEqual([{ muted: true }]));
    expect(mute.checked).toBe(true);
    daemon.broadcast('observer:status', { ...OBSERVER, muted: true });
    await screen.findByText('Muted: it waits until you ask.');
    expect(mute.checked).toBe(false);
    fireEvent.click(mute);
    await eventually(() => expect(daemon.ofType('observer:mute')).toEqual([{ muted: true }, { muted: false }]));
  });

  it('says why it has spoken', async () => {
    const { daemon } = await openObserved();
    daemon.broadcast('observer:nudge', nudge('edit_loop'));
    await screen.findByText('The last time, the same lines kept changing to and fro.');
    daemon.broadcast('observer:status', { ...OBSERVER, muted: true });
    await screen.findByText('Muted: it waits until you ask.');
    expect(screen.queryByText(/The last time/)).toBeNull();
  });

  it.each<[ServerPayload<'observer:nudge'>['signal'], string]>([
    ['wrong_file', 'you were in another file than the step is about.'],
    ['scope_drift', 'your work went beyond the step.'],
    ['phase_complete', 'the step looked done.'],
  ])('tells the reason %s in words', async (signal, words) => {
    const { daemon } = await openObserved();
    daemon.broadcast('observer:nudge', nudge(signal));
    await screen.findByText(`The last time, ${words}`);
  });
});

describe('a plan', () => {
  it('says above its steps how hard it is, and what of it the student has met before', async () => {
    const { daemon } = await openPanel({ state: { phases: [PHASE] } });
    const plan = await screen.findByRole('region', { name: 'Plan' });
    expect(plan.textContent).not.toContain('Difficulty');
    const notes = { planId: 'plan', phases: [PHASE], estimatedDifficulty: 'advanced' as const };
    daemon.broadcast('coaching:plan_ready', { ...notes, memoryConnection: 'You met <i>loops</i>.' });
    const words = await within(plan).findByText('You met <i>loops</i>.');
    const steps = within(plan).getByRole('list');
    expect(words.compareDocumentPosition(steps)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(within(plan).getByText('Difficulty: advanced')).toBeTruthy();
    daemon.broadcast('coaching:plan_ready', { ...notes, memoryConnection: null });
    await eventually(() => expect(within(plan).queryByText('From earlier sessions')).toBeNull());
    daemon.broadcast('coaching:plan_ready', { ...notes, estimatedDifficulty: 'beginner', memoryConnection: '' });
    await within(plan).findByText('Difficulty: for beginners');
    expect(within(plan).queryByText('From earlier sessions')).toBeNull();
  });
});

describe('“I’m done for now”', () => {
  const button = () => screen.findByRole('button', { name: 'I’m done for now' });

  it('is there in a session that somebody wraps up, and only there', async () => {
    const { daemon } = await openPanel();
    expect(screen.queryByRole('button', { name: 'I’m done for now' })).toBeNull();
    daemon.broadcast('observer:status', OBSERVER);
    await button();
    daemon.broadcast('connection:init', { ...PROJECT_STATE, sessionId: null });
    await eventually(() => expect(screen.queryByRole('button', { name: 'I’m done for now' })).toBeNull());
  });

  it('ends nothing before it is confirmed', async () => {
    const { daemon } = await openObserved();
    fireEvent.click(await button());
    fireEvent.click(screen.getByRole('button', { name: 'Go on' }));
    await eventually(() => expect(screen.queryByRole('dialog')).toBeNull());
    daemon.broadcast('observer:nudge', nudge('idle'));
    await screen.findByText('The last time, nothing had happened for a while.');
    expect(daemon.ofType('session:end')).toEqual([]);
    expect(await button()).toBeTruthy();
  });

  it('ends the session, says that it is wrapped up and then what came of it, and keeps the keyboard in the page', async () => {
    const { daemon } = await openObserved();
    const done = await button();
    done.focus();
    fireEvent.click(done);
    fireEvent.click(screen.getByRole('button', { name: 'End the session' }));
    const card = await screen.findByRole('region', { name: 'End of the session' });
    expect(within(card).getByText(/You need not wait/)).toBeTruthy();
    expect(card.getAttribute('aria-busy')).toBe('true');
    expect(within(card).queryByRole('button', { name: 'Close what came of the session' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'I’m done for now' })).toBeNull();
    expect(document.activeElement?.className).toContain('wb-coach-scroll');
    await eventually(() => expect(daemon.ofType('session:end')).toEqual([{}]));
    daemon.broadcast('connection:init', { ...PROJECT_STATE, sessionId: null });
    daemon.broadcast('session:completed', { sessionId: 's1', ...COUNTS });
    await within(card).findByText('2 things to work on');
    const found = within(card)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(found).toEqual(['2 things to work on', '1 kata made for you', '3 memories kept for next time']);
    await screen.findByText(
      'The session is over: 2 things to work on, 1 kata made for you, 3 memories kept for next time.',
    );
    fireEvent.click(within(card).getByRole('button', { name: 'Close what came of the session' }));
    await eventually(() => expect(screen.queryByRole('region', { name: 'End of the session' })).toBeNull());
  });

  it.each<[string, (daemon: OpenPanel['daemon'], id: string | undefined) => void, string]>([
    [
      'says so where nothing was found',
      (daemon) => daemon.broadcast('session:completed', { sessionId: 's1', ...NOTHING }),
      'Nothing new was noted this time.',
    ],
    [
      'tells in the daemon’s words what was counted before',
      (daemon, id) => {
        for (const page of daemon.pages) page.send('session:ended', { summary: 'It is over: 1 memory kept.' }, id);
      },
      'It is over: 1 memory kept.',
    ],
    [
      'says why it did not work',
      (daemon, id) => {
        const error = { code: 'no_active_session', message: 'There is nothing to end.', context: {} } as const;
        for (const page of daemon.pages) page.send('connection:error', error, id);
      },
      'There is nothing to end.',
    ],
  ])('%s', async (_name, answer, words) => {
    const { daemon } = await openObserved();
    fireEvent.click(await button());
    fireEvent.click(screen.getByRole('button', { name: 'End the session' }));
    await eventually(() => expect(daemon.ofType('session:end')).toHaveLength(1));
    answer(daemon, daemon.said.find(({ type }) => type === 'session:end')?.id);
    const card = screen.getByRole('region', { name: 'End of the session' });
    await within(card).findByText(words);
    expect(screen.queryByText(/You need not wait/)).toBeNull();
  });
});
