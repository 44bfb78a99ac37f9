// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { MindDaemon } from '../support/mind-daemon.js';
import { open, part } from '../support/open-dashboard.js';
import { FULL, PROJECT } from '../support/states.js';

const LOCKED = { error: 'storage_unavailable', message: 'The folder of projects is locked.' };
const openWith = (change: (daemon: MindDaemon) => void, projectId?: string) => open('full', projectId, {}, change);
const rows = (region: HTMLElement) =>
  within(region)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('what it cost', () => {
  it('says how many calls failed, where some did', async () => {
    await open('full');
    const costs = rows(await part('Costs'));
    expect(costs[0]).toMatch(/23 calls, 1 failed$/);
    expect(costs[1]).toMatch(/31 calls$/);
  });

  it('says that no model is called without a budget', async () => {
    await openWith((daemon) => {
      daemon.settings = { ...daemon.settings, budget: { ...daemon.settings.budget, dayUsd: 0 } };
    });
    await within(await part('Costs')).findByText('No budget: no model is called');
  });
});

describe('gaps', () => {
  it('are the worst first, and the closed ones are kept below', async () => {
    await openWith((daemon) => {
      daemon.state = { ...FULL, gaps: FULL.gaps.toReversed() };
    });
    const gaps = await part('Gaps');
    expect(rows(gaps)[0]).toContain('Awaiting inside a loop');
    expect(rows(gaps)[1]).toContain('Mutable default arguments');
    const closed = within(gaps).getByText('Closed: 7').closest('details') as HTMLElement;
    expect(closed.textContent).toContain('Rebasing');
  });
});

describe('sessions to go on with', () => {
  it('are named by their issue, if they have any', async () => {
    await openWith((daemon) => {
      const [one] = FULL.inProgressSessions as [(typeof FULL.inProgressSessions)[number]];
      const bare = { ...one, issueTitle: null };
      const inProgressSessions = [
        { ...bare, issueNumber: 5 },
        { ...bare, id: 's2', issueNumber: null },
      ];
      daemon.state = { ...FULL, inProgressSessions };
    });
    const sessions = await part('Go on');
    expect(
      within(sessions)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Issue #5', 'A session without an issue']);
  });
});

describe('issues', () => {
  it('are looked for again when that is wanted, and more of them shown', async () => {
    const { daemon } = await open('full', PROJECT.id);
    const next = await part('What to work on next');
    await within(next).findByText(/^Load prices/, { selector: 'h3, h2' });
    expect(within(next).getAllByRole('button', { name: /^Work on this/ })).toHaveLength(3);
    fireEvent.click(within(next).getByRole('button', { name: 'Show 1 more' }));
    expect(within(next).getAllByRole('button', { name: /^Work on this/ })).toHaveLength(4);
    daemon.onMessage = () => {};
    fireEvent.click(within(next).getByRole('button', { name: 'Look again' }));
    await daemon.received('dashboard:refresh_issues');
    const looking = within(next).getByRole('button', { name: 'Looking…' });
    expect([looking.getAttribute('aria-disabled'), next.getAttribute('aria-busy')]).toEqual(['true', 'true']);
  });

  it('say what speaks for them, and only what is so', async () => {
    await open('full', PROJECT.id);
    const next = within(await part('What to work on next'));
    await next.findByText('Intermediate · You are named · Closes a gap · Urgent for the team');
    expect(next.getByText('Beginner · Closes a gap · Like your recent work')).toBeTruthy();
    expect(next.getByText('Advanced')).toBeTruthy();
  });

  it('are begun one at a time, and one that is refused says why', async () => {
    const { daemon, visited } = await open('full', PROJECT.id);
    const next = await part('What to work on next');
    const [first, second] = (await within(next).findAllByRole('button', { name: /^Work on this/ })) as HTMLElement[];
    daemon.onMessage = () => {};
    fireEvent.click(first as HTMLElement);
    const { id } = await daemon.received('session:start');
    expect(first?.textContent).toMatch(/^Opening…/);
    expect(second?.getAttribute('aria-disabled')).toBe('true');
    daemon.say('connection:error', { code: 'no_active_session', message: 'GitHub is away.', context: {} }, id);
    expect((await within(next).findByRole('alert')).textContent).toContain('GitHub is away.');
    expect([second?.getAttribute('aria-disabled'), visited]).toEqual(['false', []]);
  });
});

describe('materials', () => {
  it('are looked for again when that is wanted, and nothing that was found is said to be nothing', async () => {
    const { daemon } = await open('failing', PROJECT.id);
    const materials = await part('To read and watch');
    fireEvent.click(await within(materials).findByRole('button', { name: 'Try again' }));
    await daemon.received('dashboard:request', 2);
    expect(within(materials).queryByText('Nothing was found.')).toBeNull();
    daemon.say('dashboard:materials', { recommendations: [] });
    await within(materials).findByText('Nothing was found.');
    expect(within(materials).queryByRole('alert')).toBeNull();
  });
});

describe('the rest of the page', () => {
  it('leads from a kata to the Workbench of any project where none is chosen', async () => {
    await open('full');
    const kata = await screen.findByRole('link', { name: 'The cart that forgets' });
    expect(kata.getAttribute('href')).toBe(`/workbench/?project=${PROJECT.id}&kata=k2`);
  });

  it('says in its heading that it did not come', async () => {
    await open('broken');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard: Looking at your work…');
    await screen.findByRole('alert');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard: Your dashboard did not come.');
  });

  it('says why there are no projects to choose from, and has them when it is tried again', async () => {
    const { daemon } = await openWith((daemon) => {
      daemon.answer = ({ path }) => (path === '/coach/projects' ? { status: 503, body: LOCKED } : undefined);
    });
    const projects = await part('Your projects');
    expect((await within(projects).findByRole('alert')).textContent).toContain(LOCKED.message);
    expect(within(projects).queryByText('No project yet.')).toBeNull();
    daemon.answer = () => undefined;
    fireEvent.click(within(projects).getByRole('button', { name: 'Try again' }));
    await within(projects).findByText('weather-station');
    expect(within(projects).queryByRole('alert')).toBeNull();
  });

  it('tells the stage over all, and skills with the most steps first', async () => {
    await open('full');
    await vi.waitFor(
      async () => expect((await part('Skills')).textContent).toContain('Over all, you are at competent.'),
      15_000,
    );
    const lines = within(await part('Over time')).getAllByRole('img');
    expect(lines.slice(0, 2).map((line) => line.getAttribute('aria-label')?.split(':')[0])).toEqual([
      ...['Python', 'Error handling'],
    ]);
  });

  it('counts the row of days that goes on, where it is the longest', async () => {
    await openWith((daemon) => {
      daemon.state = { ...FULL, streak: { current: 5, longest: 3 } };
    });
    const days = (await part('Rhythm')).querySelectorAll('.dash-streak dd');
    expect([...days].map(({ textContent }) => textContent)).toEqual(['5 days', '5 days']);
  });

  it('stays where the page is turned away later, and says so', async () => {
    const { daemon } = await open('full', PROJECT.id);
    await screen.findByText('Load prices of all shops at the same time');
    daemon.drop(1000);
    await screen.findByText('The connection was closed (code 1000). Reload the page.', { selector: '[role=status]' });
    expect(await part('Costs')).toBeTruthy();
  });

  it('goes to both ends of a drawing by Home and End, and tells what is reached', async () => {
    await open('full');
    const rhythm = await part('Rhythm');
    const bars = within(within(rhythm).getByRole('group', { name: 'Minutes in each week' })).getAllByRole('img');
    bars[0]?.focus();
    fireEvent.keyDown(bars[0] as Element, { key: 'End' });
    expect(document.activeElement).toBe(bars.at(-1));
    expect(rhythm.querySelector('.dash-readout')?.textContent).toBe(bars.at(-1)?.getAttribute('aria-label'));
    fireEvent.keyDown(document.activeElement as Element, { key: 'Home' });
    expect(document.activeElement).toBe(bars[0]);
    expect(rhythm.querySelector('.dash-readout')?.textContent).toBe(bars[0]?.getAttribute('aria-label'));
  });

  it('brings the keyboard to the part that is chosen above', async () => {
    await open('full');
    const costs = await part('Costs');
    const moved = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(() => {});
    fireEvent.click(screen.getByRole('link', { name: 'Costs' }));
    expect(document.activeElement).toBe(within(costs).getByRole('heading', { name: 'Costs' }));
    expect(moved.mock.contexts).toEqual([costs]);
    moved.mockRestore();
  });
});
