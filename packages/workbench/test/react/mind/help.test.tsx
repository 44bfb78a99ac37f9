// @vitest-environment happy-dom
import type { MindPart, MindStatus } from '@agent-factory/protocol/mind';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../client/support/eventually.js';
import { mindStatus } from '../../client/support/mind-status.js';
import { openPanel } from '../support/open-panel.js';

const COMMAND = 'npx @agent-factory/practice-server dashboard';
const OBSERVER = { active: true, muted: false, lastEvaluation: null };
const WHY = 'There is no key. Put ANTHROPIC_API_KEY in the project’s .env.';

/** No part works, as there is no key; each says what it would do. */
function withoutKey(): MindStatus {
  const mind = mindStatus();
  const parts = Object.keys(mind.parts).map((part) => [
    part,
    { enabled: true, works: false, explanation: `What ${part} does. Just now it does not: ${WHY}` },
  ]);
  return { ...mind, parts: Object.fromEntries(parts) as MindStatus['parts'] };
}

const explanation = (part: MindPart) => `What ${part} does. Just now it does not: ${WHY}`;

describe('without a model', () => {
  it('an explanation says once why there is none, what it would do, and where it is turned on', async () => {
    const { daemon, workbench } = await openPanel({ files: { 'a.py': 'one\n' }, mind: withoutKey() });
    workbench.open('a.py');
    await eventually(() => expect(workbench.textOf('a.py')).toBe('one\n'));
    workbench.explain({ path: 'a.py', range: { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } } });
    await eventually(() => expect(daemon.ofType('user:explain')).toHaveLength(1));
    const id = daemon.said.find(({ type }) => type === 'user:explain')?.id;
    for (const page of daemon.pages) page.send('explain:error', { path: 'a.py', error: WHY }, id);
    const card = await screen.findByRole('region', { name: 'Explanation' });
    await within(card).findByText(explanation('explain'));
    expect(within(card).queryByText(WHY)).toBeNull();
    expect(within(card).getByText(COMMAND)).toBeTruthy();
    expect(within(card).getByText(/Choose Settings there/)).toBeTruthy();
    fireEvent.keyDown(card, { key: 'Escape' });
    await eventually(() => expect(screen.queryByRole('region', { name: 'Explanation' })).toBeNull());
  });

  it('the observer’s switch says why nothing is said, and can be turned', async () => {
    const { daemon } = await openPanel({ mind: withoutKey() });
    daemon.broadcast('observer:status', OBSERVER);
    const section = await screen.findByRole('region', { name: 'Unasked help' });
    fireEvent.click(await within(section).findByText('Not just now: why, and what to do'));
    await within(section).findByText(explanation('observer'));
    fireEvent.click(within(section).getByRole('switch'));
    await eventually(() => expect(daemon.ofType('observer:mute')).toEqual([{ muted: true }]));
  });

  it('the end of a session says beforehand how it is wrapped up', async () => {
    const { daemon } = await openPanel({ mind: withoutKey() });
    daemon.broadcast('observer:status', OBSERVER);
    fireEvent.click(await screen.findByRole('button', { name: 'I’m done for now' }));
    await within(screen.getByRole('dialog')).findByText(explanation('wrap_up'));
    fireEvent.click(screen.getByRole('button', { name: 'End the session' }));
    await eventually(() => expect(daemon.ofType('session:end')).toEqual([{}]));
  });

  it('nothing of that is said once it works', async () => {
    const { daemon } = await openPanel({ mind: withoutKey() });
    daemon.broadcast('observer:status', OBSERVER);
    await screen.findByText(explanation('observer'));
    daemon.broadcast('mind:status', mindStatus());
    await eventually(() => expect(screen.queryByText(explanation('observer'))).toBeNull());
    expect(screen.getByRole('switch')).toBeTruthy();
    expect(document.querySelector('.wb-help')).toBeNull();
  });
});

describe('memories', () => {
  it.each<[string, MindStatus['memory'], string]>([
    ['here', { kept: 'here', available: true }, 'Memories: kept here'],
    ['at ChromaDB', { kept: 'chromadb', available: true, url: 'http://localhost:8000' }, 'Memories: ChromaDB'],
  ])('that are kept %s are said to be, and not told aloud', async (_where, memory, words) => {
    await openPanel({ mind: { ...mindStatus(), memory } });
    const state = await screen.findByText(words);
    expect(state.getAttribute('role')).toBeNull();
    expect(state.querySelector('[role=status]')?.textContent).toBe('');
  });

  it('that cannot be reached are told, until they can be', async () => {
    const away = { kept: 'chromadb', available: false, url: 'http://localhost:8000' } as const;
    const { daemon } = await openPanel({ mind: { ...mindStatus(), memory: away } });
    const told = await screen.findByText('Memories: not reached');
    expect(told.getAttribute('role')).toBe('status');
    daemon.broadcast('mind:status', { ...mindStatus(), memory: { ...away, available: true } });
    await screen.findByText('Memories: ChromaDB');
    expect(screen.queryByText('Memories: not reached')).toBeNull();
  });

  it('that are turned off are not missed', async () => {
    const away = { kept: 'chromadb', available: false } as const;
    await openPanel({ mind: { ...mindStatus(['memory']), memory: away } });
    await screen.findByText('Memories: off');
    expect(screen.queryByText('Memories: not reached')).toBeNull();
  });
});

describe('the dashboard', () => {
  it('is a link on the daemon’s own page, with the project', async () => {
    const { daemon } = await openPanel({ isOwnPage: true });
    const link = screen.getByRole('link', { name: 'Your dashboard (opens in a new tab)' });
    expect(link.getAttribute('href')).toBe('/dashboard/?project=folder--0123456789');
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener']);
    const counts = { knowledgeGaps: 0, kataSpecs: 0, dreyfusUpdates: 0, memoriesStored: 1 };
    daemon.broadcast('session:completed', { sessionId: 's1', ...counts });
    const card = await screen.findByRole('region', { name: 'End of the session' });
    expect(within(card).getByRole('link', { name: /^See it on your dashboard/ })).toBeTruthy();
    expect(within(card).getByText('You can read, change and delete it there.')).toBeTruthy();
  });

  it('is a command in a lesson: its server lets nobody in who comes from another site', async () => {
    await openPanel();
    expect(screen.queryByRole('link', { name: /dashboard/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Your dashboard' }));
    const dialog = screen.getByRole('dialog', { name: 'Your dashboard' });
    expect(within(dialog).getByRole('button', { name: `Copy: ${COMMAND}` })).toBeTruthy();
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await eventually(() => expect(screen.queryByRole('dialog', { name: 'Your dashboard' })).toBeNull());
  });
});
