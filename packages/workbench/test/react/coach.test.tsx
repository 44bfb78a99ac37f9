// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Phase } from '@agent-factory/protocol/coach';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PROJECT_STATE } from '../client/support/coach-daemon.js';
import { eventually } from '../client/support/eventually.js';
import { openPanel } from './support/open-panel.js';

const PHASES: Phase[] = [
  { id: 'p1', number: 1, title: 'Reproduce', description: 'Write a test.', status: 'complete', hintLevel: 'file' },
  { id: 'p2', number: 2, title: 'Find the line', description: 'Read total().', status: 'active', hintLevel: 'file' },
  { id: 'p3', number: 3, title: 'Mend it', description: '', status: 'pending', hintLevel: 'none' },
];

const ISSUE = { number: 42, title: 'Wrong total', summary: 'The last item is left out.', labels: ['bug'], url: '' };

describe('the plan', () => {
  it('says of each step in words where it stands, and explains the one that is now', async () => {
    await openPanel({ state: { phases: PHASES } });
    const plan = await screen.findByRole('region', { name: 'Plan' });
    const steps = within(plan).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'Reproduce Done',
      '2Find the line NowRead total().',
      '3Mend it To do',
    ]);
    expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null]);
    expect(within(plan).getByText('1 of 3 done')).toBeTruthy();
  });

  it('[coaching-backend SC-035] moves on when the coach says so', async () => {
    const { daemon } = await openPanel({ state: { phases: PHASES } });
    await screen.findByText('1 of 3 done');
    const phase: Phase = { ...(PHASES[1] as Phase), status: 'complete' };
    daemon.broadcast('coaching:phase_update', { phase, status: 'complete', description: '' });
    await screen.findByText('2 of 3 done');
  });

  it('shows the issue, and follows only addresses of the web', async () => {
    const { daemon } = await openPanel({ state: { issue: { ...ISSUE, url: 'javascript:alert(1)' } } });
    const issue = await screen.findByRole('region', { name: 'Issue' });
    expect(issue.textContent).toContain('#42 Wrong total');
    expect(within(issue).getByText('bug')).toBeTruthy();
    expect(within(issue).queryByRole('link')).toBeNull();
    daemon.broadcast('coaching:issue_context', { ...ISSUE, url: 'https://example.org/42' });
    const link = await within(issue).findByRole('link', { name: /Open the issue/ });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      'https://example.org/42',
      'noopener noreferrer',
    ]);
  });

  it('is not hinted at where no agent coaches, and the page says so', async () => {
    const { daemon } = await openPanel({ state: { sessionId: null } });
    await screen.findByText('No coach here');
    expect(screen.queryByRole('slider', { name: /Hints/ })).toBeNull();
    daemon.broadcast('connection:init', PROJECT_STATE);
    await screen.findByRole('slider', { name: /Hints/ });
    expect(screen.queryByText('No coach here')).toBeNull();
  });

  it('says what to do while there is no plan', async () => {
    await openPanel();
    await screen.findByText(/Tell the coach in the terminal/);
  });
});

describe('the hint level', () => {
  it('is chosen by a slider that says what each level shows, and told to the daemon', async () => {
    const { daemon } = await openPanel({ state: { hintLevel: 'none' } });
    const slider = screen.getByRole('slider', { name: 'Hints: None' });
    expect(slider.getAttribute('aria-valuetext')).toBe('None. Nothing is pointed out. You look by yourself.');
    fireEvent.change(slider, { target: { value: '2' } });
    await screen.findByText('Also the lines that matter, without saying why.');
    await eventually(() =>
      expect(daemon.ofType('hints:level_change')).toEqual([{ level: 'region', previousLevel: 'none' }]),
    );
  });
});

describe('messages of the coach', () => {
  const said = { id: 't1', message: 'Well reproduced.', type: 'success' } as const;

  it('are shown over the page, told politely, and kept in a list', async () => {
    const { daemon } = await openPanel();
    daemon.broadcast('coaching:message', said);
    const toasts = await screen.findByRole('log', { name: 'Messages from the coach' });
    expect(toasts.getAttribute('aria-live')).toBe('polite');
    await within(toasts).findByText('Well reproduced.');
    const list = screen.getByRole('region', { name: 'From the coach' });
    expect(within(list).getByText('Well reproduced.')).toBeTruthy();
  });

  it('come over the page where their file is not open, and not once more when it is closed', async () => {
    const { daemon, workbench } = await openPanel({ files: { 'cart.py': 'one\ntwo\n', 'open.py': 'x\n' } });
    workbench.open('open.py');
    await screen.findByRole('tab', { name: 'open.py', selected: true });
    const toasts = screen.getByRole('log', { name: 'Messages from the coach' });
    const say = (path: string) =>
      daemon.broadcast('coaching:message', {
        id: path,
        message: `In ${path}`,
        type: 'hint',
        anchor: { path, line: 2 },
      });
    say('open.py');
    say('cart.py');
    await within(toasts).findByText('In cart.py');
    expect(within(toasts).queryByText('In open.py')).toBeNull();
    fireEvent.click(within(toasts).getByRole('button', { name: 'Open cart.py' }));
    await screen.findByRole('tab', { name: 'cart.py', selected: true });
    await eventually(() => expect(toasts.childElementCount).toBe(0));
    workbench.close('cart.py');
    workbench.close('open.py');
    await eventually(() => expect(screen.queryByRole('tab')).toBeNull());
    expect(toasts.childElementCount).toBe(0);
  });

  it('are told in a log that is there before them', async () => {
    const style = document.head.appendChild(document.createElement('style'));
    style.textContent = await readFile(join(import.meta.dirname, '../../src/styles/40-coach.css'), 'utf8');
    await openPanel();
    for (const name of ['Messages from the coach', 'Problems']) {
      const log = screen.getByRole('log', { name });
      expect([log.childElementCount, getComputedStyle(log).display]).toEqual([0, 'flex']);
    }
    style.remove();
  });

  it('go from both places when one is dismissed', async () => {
    const { daemon } = await openPanel();
    daemon.broadcast('coaching:message', said);
    fireEvent.click((await screen.findAllByRole('button', { name: 'Dismiss: Well reproduced.' }))[0] as Element);
    await eventually(() => expect(screen.queryByText('Well reproduced.')).toBeNull());
  });

  it('lead to the line that they are about', async () => {
    const { daemon } = await openPanel({ files: { 'cart.py': 'one\ntwo\n' } });
    const anchor = { path: 'cart.py', line: 2 };
    daemon.broadcast('coaching:message', { id: 'b1', message: 'Why two?', type: 'hint', anchor });
    fireEvent.click(await screen.findByRole('button', { name: 'cart.py, line 2' }));
    await screen.findByRole('tab', { name: 'cart.py', selected: true });
    await screen.findByText('Line 2, column 1');
  });

  it('are text, whatever is in them', async () => {
    const { daemon } = await openPanel();
    daemon.broadcast('coaching:message', { ...said, message: '<img src=x onerror=alert(1)>' });
    await screen.findAllByText('<img src=x onerror=alert(1)>');
    expect(document.querySelector('img')).toBeNull();
  });
});

describe('problems', () => {
  it('are told with what to do, until they are dismissed', async () => {
    const { daemon } = await openPanel({ files: { 'cart.py': 'one\n' } });
    daemon.broadcast('connection:error', { code: 'internal', message: 'Something broke.', context: {} });
    await screen.findByText('Something broke.');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss: Something broke.' }));
    await eventually(() => expect(screen.queryByText('Something broke.')).toBeNull());
  });
});

describe('the connection', () => {
  it('is told when it is lost, with what becomes of the work', async () => {
    const { daemon } = await openPanel();
    await screen.findByText('Connected');
    await daemon[Symbol.asyncDispose]();
    await screen.findByText(/what you type is kept here, under this address, and saved when it is back/);
    expect(screen.getByRole('button', { name: 'Try now' })).toBeTruthy();
  });

  it('leaves the keyboard in the page when it is back, and the button to try it is gone', async () => {
    const { daemon } = await openPanel({ files: { 'cart.py': 'one\n' } });
    daemon.leave();
    const button = await screen.findByRole('button', { name: 'Try now' });
    button.focus();
    daemon.isAway = false;
    fireEvent.click(button);
    await screen.findByText('Connected');
    expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
    expect(document.activeElement?.closest('.wb')).not.toBeNull();
  });
});
