// @vitest-environment happy-dom
import type { Health } from '@agent-factory/protocol';
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type PanelTab,
  PracticeProvider,
  preloadTab,
  TabContent,
  type TabProps,
  usePracticeServer,
  useTabFacts,
} from '../../src/index.js';
import { CAPABILITY_TABS } from '../../src/react/capability-tabs.js';
import { startPracticeDaemon } from '../support/practice-daemon.js';
import { exercise, health } from '../support/samples.js';

afterEach(cleanup);

function visit(url: string) {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(url);
}

const site = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };

function Site({ children }: { readonly children: ReactNode }) {
  return <PracticeProvider options={site}>{children}</PracticeProvider>;
}

function Toy({ exercise: shown }: TabProps) {
  return <p>A toy for {shown?.title}</p>;
}

/** A tab that counts how often its content was asked for. */
function toyTab(load: PanelTab['load'] = async () => ({ default: Toy })) {
  return {
    id: 'toy',
    title: 'Toys',
    icon: () => null,
    isShown: ({ capabilities }) => capabilities.has('toys'),
    load: vi.fn(load),
  } satisfies PanelTab;
}

function show(tab: PanelTab, isActive: boolean) {
  const content = (active: boolean) => (
    <Site>
      <TabContent tab={tab} isActive={active} exercise={exercise} />
    </Site>
  );
  const view = render(content(isActive));
  return (active: boolean) => view.rerender(content(active));
}

describe('a tab', () => {
  test('is loaded when it is first opened, and not before', async () => {
    const tab = toyTab();
    const activate = show(tab, false);
    expect(tab.load).not.toHaveBeenCalled();
    activate(true);
    expect(await screen.findByText(`A toy for ${exercise.title}`)).toBeTruthy();
    expect(tab.load).toHaveBeenCalledTimes(1);
  });

  test('stays while another one is shown', async () => {
    const tab = toyTab();
    const activate = show(tab, true);
    const shown = await screen.findByText(/A toy/);
    activate(false);
    activate(true);
    expect(screen.getByText(/A toy/)).toBe(shown);
  });

  test('that was loaded before is there at once', async () => {
    const tab = toyTab();
    preloadTab(tab);
    await act(async () => {});
    show(tab, true);
    expect(screen.getByText(/A toy/)).toBeTruthy();
    expect(tab.load).toHaveBeenCalledTimes(1);
  });

  test('that cannot be loaded says so, and is tried again', async () => {
    let isUp = false;
    const tab = toyTab(async () => {
      if (!isUp) throw new Error('the site is gone');
      return { default: Toy };
    });
    preloadTab(tab);
    show(tab, true);
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText('Toys could not be loaded')).toBeTruthy();
    isUp = true;
    act(() => again.click());
    expect(await screen.findByText(/A toy/)).toBeTruthy();
  });

  test('is offered by what the practice server can do, which is nothing before it has answered', () => {
    const tab = toyTab();
    const { result } = renderHook(() => useTabFacts(exercise), { wrapper: Site });
    expect(result.current).toEqual({ exercise, capabilities: new Set() });
    expect(tab.isShown(result.current)).toBe(false);
    expect(tab.isShown({ exercise, capabilities: new Set(['toys']) })).toBe(true);
  });

  test('stays when the practice server goes away, until one answers that has no such capability', async () => {
    visit('http://localhost:3000/');
    await using daemon = await startPracticeDaemon({ health: health({ capabilities: { toys: {} } }) });
    const { result } = renderHook(() => ({ facts: useTabFacts(exercise), server: usePracticeServer() }), {
      wrapper: ({ children }) => (
        <PracticeProvider options={{ ...site, serverUrl: daemon.url }}>{children}</PracticeProvider>
      ),
    });
    const look = async () => {
      const connection = await act(() => result.current.server.connect());
      return [connection.status, ...result.current.facts.capabilities];
    };
    expect(await look()).toEqual(['connected', 'toys']);
    const { health: healthy } = daemon.answers;
    daemon.answers.health = {} as Health;
    expect(await look()).toEqual(['unreachable', 'toys']);
    daemon.answers.health = { ...healthy, capabilities: {} };
    expect(await look()).toEqual(['connected']);
  });

  test('of a capability has an id of its own', () => {
    const ids = ['chat', 'practice', ...CAPABILITY_TABS.map(({ id }) => id)];
    expect(new Set(ids).size).toBe(ids.length);
  });
});
