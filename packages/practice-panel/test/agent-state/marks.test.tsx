// @vitest-environment happy-dom
import type { AgentState } from '@agent-factory/protocol/events';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mostUrgent } from '../../src/client/agent-state/most-urgent.js';
import { pageSettings } from '../../src/client/settings/settings.js';
import { PracticeButton, PracticeProvider, TerminalMark } from '../../src/index.js';
import { NotifyField } from '../../src/react/settings/NotifyField.js';
import { startPracticeDaemon } from '../support/practice-daemon.js';
import { exercise, session, summary } from '../support/samples.js';

const site = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };

beforeEach(() => {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  pageSettings().reset();
});

describe('what an agent does', () => {
  it.each([
    ['working', 'Resume · is working'],
    ['asking', 'Resume · asks you'],
    ['waiting', 'Resume · waits for you'],
    ['exited', 'Resume'],
    [undefined, 'Resume'],
  ] as const)(
    '[terminal-events 7 agent-state] is on the button of its exercise, and on its tab: %s',
    async (state, words) => {
      const agentState = state && { agentState: state as AgentState };
      const sessions = [{ ...session(exercise.id), ...agentState }];
      await using daemon = await startPracticeDaemon({
        exercises: [summary({ status: 'running', running: true })],
        sessions,
      });
      render(
        <PracticeProvider options={{ ...site, serverUrl: daemon.url }}>
          <PracticeButton exercise={exercise} onOpen={() => {}} />
          <div role="tab" aria-selected="true" tabIndex={0}>
            Practice <TerminalMark exercise={exercise} />
          </div>
        </PracticeProvider>,
      );
      expect(await screen.findByRole('button', { name: words })).toBeTruthy();
      const mark = document.querySelector('.practice-agent-mark');
      expect(mark?.getAttribute('data-state')).toBe(state);
    },
  );

  it('in several conversations is what the student has to know first', () => {
    expect(mostUrgent(['waiting', 'working', 'asking'])).toBe('asking');
    expect(mostUrgent(['waiting', 'working', 'exited'])).toBe('working');
    expect(mostUrgent(['exited', 'waiting'])).toBe('waiting');
    expect(mostUrgent(['exited'])).toBeUndefined();
  });
});

describe('the switch of notifications', () => {
  function withPermission(permission: NotificationPermission, answer: NotificationPermission = permission) {
    const browser = {
      permission,
      requestPermission: vi.fn(async () => {
        browser.permission = answer;
        return answer;
      }),
    };
    vi.stubGlobal('Notification', browser);
    render(<NotifyField />);
    return { browser, field: screen.getByLabelText<HTMLInputElement>('Notify me when the tutor waits') };
  }

  it('lets the browser ask, and is on when the student agrees', async () => {
    const { browser, field } = withPermission('default', 'granted');
    expect(field.checked).toBe(false);
    fireEvent.click(field);
    await waitFor(() => expect(field.checked).toBe(true));
    expect(browser.requestPermission).toHaveBeenCalledOnce();
    expect(pageSettings().getSnapshot().notifyWhenWaiting).toBe(true);
    fireEvent.click(field);
    await waitFor(() => expect(field.checked).toBe(false));
    expect(pageSettings().getSnapshot().notifyWhenWaiting).toBe(false);
  });

  it('stays off and says why where the browser blocks them, without asking again', async () => {
    const { browser, field } = withPermission('denied');
    fireEvent.click(field);
    expect(await screen.findByText(/^Your browser blocks notifications/)).toBeTruthy();
    expect(field.checked).toBe(false);
    expect(browser.requestPermission).not.toHaveBeenCalled();
  });

  it('is off where the permission was taken back', () => {
    pageSettings().change({ notifyWhenWaiting: true });
    expect(withPermission('denied').field.checked).toBe(false);
  });
});
