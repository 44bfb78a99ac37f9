// @vitest-environment happy-dom
import type { Criterion } from '@agent-factory/protocol';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CheckState } from '../../../src/client/journey/check-state.js';
import { INITIAL_JOURNEY } from '../../../src/client/journey/state.js';
import { createPracticeClient, journeyOf } from '../../../src/index.js';
import { CheckResults } from '../../../src/react/results/CheckResults.js';
import { exercise, failed } from '../../support/samples.js';
import { installWebSocket } from '../../support/terminal-daemon.js';

beforeAll(installWebSocket);

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const site = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };

function show(first: CheckState) {
  const { aids } = journeyOf(createPracticeClient(site).server, exercise);
  const results = (check: CheckState) => (
    <CheckResults
      state={{ ...INITIAL_JOURNEY, check }}
      exercise={exercise}
      aids={aids}
      links={{}}
      onDismiss={() => {}}
    />
  );
  const view = render(results(first));
  return (next: CheckState) => view.rerender(results(next));
}

function names(): (string | null | undefined)[] {
  return screen.queryAllByRole('listitem').map((row) => row.querySelector('.practice-criterion-words')?.textContent);
}

const [first, second] = failed.criteria as [Criterion, Criterion];
const list = () => screen.getByRole('list');
const group = () => list().parentElement;

describe('the results of a check that runs again', () => {
  it('stay, marked as earlier ones, until the first new one is there', () => {
    const change = show({ status: 'done', result: failed });
    change({ status: 'running', rows: [] });
    expect(names()).toEqual(['The file exists', 'It greets']);
    expect(group()?.dataset.earlier).toBe('true');
    expect(screen.getByRole('region').getAttribute('aria-busy')).toBe('true');
    change({ status: 'running', rows: [first] });
    expect(names()).toEqual(['The file exists']);
    expect(group()?.dataset.earlier).toBe('false');
    change({ status: 'running', rows: [first, second] });
    expect(names()).toEqual(['The file exists', 'It greets']);
  });

  it('keep their height until the check is over', () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(120);
    const change = show({ status: 'done', result: failed });
    const height = () => group()?.parentElement?.style.minHeight;
    expect(height()).toBe('');
    change({ status: 'running', rows: [] });
    change({ status: 'running', rows: [first] });
    expect(height()).toBe('120px');
    change({ status: 'done', result: failed });
    expect(height()).toBe('');
  });

  it('do not come back once they were closed', () => {
    const change = show({ status: 'done', result: failed });
    change({ status: 'none' });
    change({ status: 'running', rows: [] });
    expect(names()).toEqual([]);
  });
});
