// @vitest-environment happy-dom
import type { Criterion, FilePlace } from '@agent-factory/protocol';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Compare } from '../../../src/react/results/criteria/Compare.js';
import { ShowPlaceProvider } from '../../../src/react/results/show-place.js';

afterEach(cleanup);

const failed = (where: string): Criterion => ({ name: 'It stops', passed: false, status: 'failed', where });

function show(where: string, { canShow = true } = {}): FilePlace[] {
  const shown: FilePlace[] = [];
  render(
    <ShowPlaceProvider value={canShow ? (place) => shown.push(place) : undefined}>
      <Compare criterion={failed(where)} />
    </ShowPlaceProvider>,
  );
  return shown;
}

it('[workbench where-link] a place in a file leads there', () => {
  const shown = show('src/agent.py:25');
  fireEvent.click(screen.getByRole('button', { name: 'src/agent.py:25' }));
  expect(shown).toEqual([{ path: 'src/agent.py', line: 25 }]);
});

it.each(['python3 agent.py', 'agent.py', 'agent.py:0', 'npm test: 3 failed'])('%s is a text', (where) => {
  show(where);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText(where).tagName).toBe('CODE');
});

it('a place is a text where nothing can show it', () => {
  show('agent.py:25', { canShow: false });
  expect(screen.queryByRole('button')).toBeNull();
});
