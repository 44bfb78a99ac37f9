// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MarkerStates } from '../../src/client/markers/marker-states.js';
import { PracticePanel, PracticeProvider } from '../../src/index.js';
import { eventually } from '../support/eventually.js';
import { type Answers, type PracticeDaemon, startPracticeDaemon } from '../support/practice-daemon.js';
import { exercise, started } from '../support/samples.js';
import { installWebSocket } from '../support/terminal-daemon.js';
import { refusedAt, stagesResponse, TITLES } from './samples.js';

const tellStages = vi.hoisted(() => vi.fn());
vi.mock('../../src/client/markers/tell-stages.js', async (original) => {
  const actual = await original<typeof import('../../src/client/markers/tell-stages.js')>();
  tellStages.mockImplementation(actual.tellStages);
  return { tellStages };
});
vi.mock('../../src/react/terminal/load-terminal.js', () => ({
  preloadTerminal: () => {},
  loadTerminal: async () => ({
    mountTerminal: () => ({ terminal: { focus: () => {} }, setTheme: () => {}, dispose: () => {} }),
  }),
}));

const stages = TITLES.map((title) => ({ title, criteria: [`${title} works`] }));
const WITH_STAGES = started({ outline: { ...started().outline, stages } });

async function openPanel(answers: Partial<Answers> = {}) {
  const daemon = await startPracticeDaemon({ start: { status: 200, body: WITH_STAGES }, ...answers });
  const options = { serverUrl: daemon.url, guideUrl: '/g', troubleshootingUrl: '/t', registryUrl: '/registry.json' };
  render(
    <PracticeProvider options={options}>
      <PracticePanel exercise={exercise} theme="light" />
    </PracticeProvider>,
  );
  await screen.findByRole('button', { name: 'Check My Work' });
  await eventually(() => expect(daemon.events.readers).toBe(1));
  return daemon;
}

/** Those of the exercise in the panel. */
function shownStates(): MarkerStates | undefined {
  return tellStages.mock.calls.at(-1)?.[0];
}

function countOf(daemon: PracticeDaemon, path: string): number {
  return daemon.requests.filter((request) => request.endsWith(path)).length;
}

/** Something happens in another exercise, on account of which the page reads the sessions a moment later. */
async function happensElsewhere(daemon: PracticeDaemon): Promise<void> {
  const before = countOf(daemon, '/sessions');
  const data = { agent: 'claude', status: 'created' as const };
  daemon.events.tell({ exerciseId: 'ch33-agent-loop', type: 'session_started', data });
  await eventually(() => expect(countOf(daemon, '/sessions')).toBeGreaterThan(before));
}

/** The stages were read as the panel opened, and as the events began: from now on, only what happens has them read. */
async function begun(daemon: PracticeDaemon): Promise<void> {
  await eventually(() => expect(countOf(daemon, '/stages')).toBe(2));
}

function answering(body: unknown): Partial<Answers> {
  return { stages: { status: 200, body } };
}

beforeEach(() => {
  installWebSocket();
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(cleanup);

describe('the stages in the panel', () => {
  it('[terminal-events 4 stage-bar] [terminal-events 4 stage-announced] move when the practice server says so, and list what was verified and what is next', async () => {
    await using daemon = await openPanel(answering(stagesResponse(0)));
    await screen.findByRole('button', { name: 'Stage 1 of 3 · Somebody' });
    daemon.answers.stages.body = stagesResponse(1);
    const data = { stageNumber: 1, title: TITLES[0], by: 'check' as const };
    daemon.events.tell({ exerciseId: exercise.id, type: 'stage_completed', data });
    const button = await screen.findByRole('button', { name: 'Stage 2 of 3 · A memory' });
    const bar = screen.getByRole('progressbar', { name: 'Progress through the stages' });
    expect(bar.getAttribute('aria-valuenow')).toBe('1');
    expect(bar.getAttribute('aria-valuetext')).toContain('2 A memory, you are here; 3 A conversation, next');
    await screen.findByText('Stage 1 of 3 is complete: Somebody, verified by the check. Next: A memory.');
    fireEvent.click(button);
    const dialog = screen.getByRole('dialog', { name: 'Stages' });
    expect(document.activeElement).toBe(dialog);
    expect(within(dialog).getByText('verified by the check')).toBeTruthy();
    expect(dialog.querySelector('[aria-current=step]')?.textContent).toContain('A memory works');
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it('[terminal-events 4 refused-shown] say that a claim was refused, in one line, until the stage is complete', async () => {
    await using daemon = await openPanel(answering(stagesResponse(1)));
    await screen.findByRole('button', { name: 'Stage 2 of 3 · A memory' });
    daemon.answers.stages.body = refusedAt(1);
    const data = { stageNumber: 2, reason: 'criterion' as const };
    daemon.events.tell({ exerciseId: exercise.id, type: 'stage_refused', data });
    const notices = await screen.findByRole('list', { name: 'Notices' });
    expect(notices.textContent).toBe('Stage 2: not yet. A memory works: It is empty.');
    fireEvent.click(screen.getByRole('button', { name: 'Stage 2 of 3 · A memory' }));
    const dialog = screen.getByRole('dialog', { name: 'Stages' });
    const refusal = 'The tutor said it is complete. Not yet: A memory works: It is empty.';
    expect(within(dialog).getByText(refusal).closest('li')?.textContent).toContain('A memory');
    daemon.answers.stages.body = stagesResponse(2);
    daemon.events.tell({ type: 'progress_changed', data: { reason: 'import' } });
    await eventually(() => expect(screen.queryByRole('list', { name: 'Notices' })).toBeNull());
  });

  it('are read anew when the tutor confirms a payment', async () => {
    await using daemon = await openPanel(answering(stagesResponse(0)));
    await screen.findByRole('button', { name: 'Stage 1 of 3 · Somebody' });
    await begun(daemon);
    daemon.answers.stages.body = stagesResponse(1);
    daemon.events.tell({
      ...{ exerciseId: exercise.id, type: 'stage_unlocked' },
      data: { stageNumber: 2, txHash: '0xab12' },
    });
    await screen.findByRole('button', { name: 'Stage 2 of 3 · A memory' });
  });

  it('are not read where something happens in another exercise', async () => {
    await using daemon = await openPanel(answering(stagesResponse(0)));
    await screen.findByRole('button', { name: 'Stage 1 of 3 · Somebody' });
    await begun(daemon);
    const before = countOf(daemon, '/stages');
    await happensElsewhere(daemon);
    expect(countOf(daemon, '/stages')).toBe(before);
  });

  it('say how each claim stands to whoever draws markers, and are read anew where events were lost', async () => {
    await using daemon = await openPanel(answering(refusedAt(1)));
    await screen.findByRole('button', { name: 'Stage 2 of 3 · A memory' });
    const states = [1, 2].map((stageNumber) => shownStates()?.stateOf({ kind: 'stage_complete', stageNumber }));
    expect(states).toEqual(['complete', 'refused']);
    daemon.answers.stages.body = stagesResponse(2);
    daemon.events.say({ type: 'stream_opened', cursor: `${daemon.events.log}-0`, gap: true });
    await screen.findByRole('button', { name: 'Stage 3 of 3 · A conversation' });
    expect(shownStates()?.stateOf({ kind: 'stage_complete', stageNumber: 2 })).toBe('complete');
  });

  it('can have that line put away', async () => {
    await using _ = await openPanel(answering(refusedAt(1)));
    fireEvent.click(await screen.findByRole('button', { name: 'Dismiss this notice' }));
    await eventually(() => expect(screen.queryByRole('list', { name: 'Notices' })).toBeNull());
  });

  it('[terminal-events 4 stage-bar] are nothing for an exercise without stages, which is not asked for any', async () => {
    await using daemon = await openPanel({ start: { status: 200, body: started() } });
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(daemon.requests.filter((request) => request.endsWith('/stages'))).toEqual([]);
  });

  it('are nothing where the practice server knows of none', async () => {
    await using daemon = await openPanel();
    await eventually(() => expect(daemon.requests).toContain(`GET /exercises/${exercise.id}/stages`));
    await eventually(() => expect(screen.queryByRole('progressbar')).toBeNull());
  });
});
