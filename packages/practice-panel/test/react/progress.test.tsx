// @vitest-environment happy-dom
import { MAX_IMPORT_BYTES } from '@agent-factory/protocol';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { progressRows, totalsOf } from '../../src/client/progress/progress-rows.js';
import { PracticeProgress, PracticeProvider } from '../../src/index.js';
import { durationWords } from '../../src/react/progress/words.js';
import { eventually } from '../support/eventually.js';
import { unusedPort } from '../support/http.js';
import { startPracticeDaemon } from '../support/practice-daemon.js';
import { exercise, exerciseProgress, progress, summary } from '../support/samples.js';

const TITLE = /^Build your first agent/;
const COMPLETED_AT = '2026-01-05T10:00:00.000Z';

function visit(url: string) {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(url);
}

function show(serverUrl: string) {
  const options = { serverUrl, guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };
  render(
    <PracticeProvider options={options}>
      <PracticeProgress theme="light" links={{ lessonUrl: ({ lessonPath }) => `/docs/${lessonPath}` }} />
    </PracticeProvider>,
  );
}

async function showBegun() {
  const daemon = await startPracticeDaemon({ progress: progress([exerciseProgress()]) });
  show(daemon.url);
  await screen.findByRole('heading', { name: TITLE });
  return daemon;
}

/** What a page of progress says of one name, such as Attempts. */
function fact(name: string, root: HTMLElement): string | null | undefined {
  return within(root).getByText(name, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent;
}

function choose(text: string) {
  const input = screen.getByLabelText('File with exported progress');
  fireEvent.change(input, { target: { files: [new File([text], 'progress.json')] } });
}

beforeEach(() => {
  visit('http://localhost:3000/');
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(cleanup);

describe('the rows of progress', () => {
  it('[exercises 4 progress-page] join the versions of an exercise, and never take a completion back', () => {
    const old = exerciseProgress({ version: '1.9.0', attempts: 2, completedAt: COMPLETED_AT });
    const latest = exerciseProgress({ version: '1.10.0', criteria: exerciseProgress().criteria.slice(1) });
    const [row] = progressRows([summary({ status: 'running', running: true })], progress([latest, old]));
    expect(row).toMatchObject({
      attempts: 5,
      hints: 4,
      timeOnTaskMs: 3_000_000,
      completedAt: COMPLETED_AT,
      passed: 0,
      criteria: [{ name: 'It greets' }],
    });
  });

  it('list what is no longer an exercise of the site, at the end', () => {
    const rows = progressRows([summary()], progress([exerciseProgress({ exerciseId: 'gone' as never })]));
    expect(rows.map(({ id, title, listed }) => [id, title, listed === undefined])).toEqual([
      [exercise.id, exercise.title, false],
      ['gone', 'gone', true],
    ]);
    expect(totalsOf(rows)).toMatchObject({ completed: 0, exercises: 2, attempts: 3, hints: 2 });
  });

  it.each([
    [0, '0 min'],
    [20_000, 'under 1 min'],
    [1_500_000, '25 min'],
    [4_500_000, '1 h 15 min'],
  ])('tell %i ms as %s', (ms, words) => expect(durationWords(ms)).toBe(words));
});

describe('the page of progress', () => {
  it('[exercises 4 progress-page] shows status, criteria, attempts, hints, time and completion of an exercise', async () => {
    const listed = summary({ status: 'completed', skills: ['Write a chat'] });
    await using daemon = await startPracticeDaemon({
      exercises: [listed],
      progress: progress([exerciseProgress({ completedAt: COMPLETED_AT })]),
    });
    show(daemon.url);
    const title = await screen.findByRole('link', { name: /^Build your first agent/ });
    expect(title.getAttribute('href')).toBe('/docs/34/first-agent');
    const row = title.closest('li') as HTMLElement;
    expect(row.querySelector('.practice-standing')?.textContent).toBe('Completed');
    expect(within(row).getByText('Write a chat')).toBeTruthy();
    expect(fact('Criteria passed', row)).toBe('1 of 2');
    expect(fact('Attempts', row)).toBe('3');
    expect(fact('Hints used', row)).toBe('2');
    expect(fact('Time on task', row)).toBe('25 min');
    expect(fact('Completed', row)).toContain('2026');
  });

  it('says that there is nothing yet', async () => {
    await using daemon = await startPracticeDaemon();
    show(daemon.url);
    expect(await screen.findByText(/^Nothing yet/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Forget all…' })).toBeNull();
  });

  it('says that the list is an old one', async () => {
    await using daemon = await startPracticeDaemon({ source: 'cache' });
    show(daemon.url);
    expect(await screen.findByText(/list of exercises as it was last/)).toBeTruthy();
  });

  it('shows how to start a daemon that does not run', async () => {
    show(`http://127.0.0.1:${await unusedPort()}`);
    expect(await screen.findByRole('heading', { name: 'Start the practice server' })).toBeTruthy();
  });

  it('[exercises 4 progress-page] asks nothing of the network on a public page before a click', async () => {
    await using daemon = await startPracticeDaemon();
    visit('http://lessons.example/');
    show(daemon.url);
    fireEvent.click(await screen.findByRole('button', { name: 'Connect' }));
    expect(daemon.requests).toEqual([]);
    expect(await screen.findByRole('heading', { name: TITLE })).toBeTruthy();
  });

  it('[exercises 4 export-import] imports a file and says what came of it', async () => {
    await using daemon = await showBegun();
    choose(JSON.stringify(progress([exerciseProgress()])));
    expect(await screen.findByText('Imported: 1 new, 2 joined with what was here, 3 already the same.')).toBeTruthy();
    expect(daemon.bodies).toContainEqual({ path: '/progress/import', body: progress([exerciseProgress()]) });
  });

  it.each([
    ['is not JSON', 'no', /It is not an export of progress \(not JSON\)/],
    ['is something else', '{"format":"other"}', /It is not an export of progress \(format/],
    ['is too large', 'x'.repeat(MAX_IMPORT_BYTES + 1), /It is larger than 2 MB/],
  ])('[exercises 4 export-import] sends nothing of a file that %s, and says so', async (_, text, words) => {
    await using daemon = await showBegun();
    choose(text);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(daemon.requests).not.toContain('POST /progress/import');
  });

  it('[exercises 4 export-import] saves what the daemon holds', async () => {
    await using _daemon = await showBegun();
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:progress');
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    fireEvent.click(screen.getByRole('button', { name: 'Export' }));
    await eventually(() => expect(click).toHaveBeenCalled());
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('practice-progress-2026-01-01.json');
    expect(JSON.parse(await (saved.mock.lastCall as [Blob])[0].text())).toEqual(progress([exerciseProgress()]));
    vi.restoreAllMocks();
  });

  it.each([
    ['one exercise', `Forget ${exercise.title}…`, 'Forget it', { confirmed: true, exerciseId: exercise.id }],
    ['all', 'Forget all…', 'Forget all', { confirmed: true }],
  ])('[exercises 4 reset] forgets %s only after it has asked', async (_, button, confirm, body) => {
    await using daemon = await showBegun();
    fireEvent.click(screen.getByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Keep it' }));
    expect(daemon.bodies).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: button }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: confirm }));
    expect(await screen.findByText('Forgotten. Your files are as they were.')).toBeTruthy();
    expect(daemon.bodies).toEqual([{ path: '/progress/reset', body }]);
  });
});
