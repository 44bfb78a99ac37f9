// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { MarkerStates } from '../../src/client/markers/marker-states.js';
import { tellStages } from '../../src/client/markers/tell-stages.js';
import { Markdown } from '../../src/react/chat/markdown/Markdown.js';
import { MarkerContext } from '../../src/react/chat/markdown/marker-context.js';

afterEach(cleanup);

const TWO = { kind: 'stage_complete', stageNumber: 2 } as const;
const at = '2026-01-01T00:00:00.000Z';

function show(text: string, states = new MarkerStates()): HTMLElement {
  return render(
    <MarkerContext value={states}>
      <Markdown text={text} />
    </MarkerContext>,
  ).container;
}

describe('a marker in an agent’s words', () => {
  test('is a badge, which says how the claim stands', () => {
    const states = new MarkerStates();
    const container = show('Well **done** [STAGE_COMPLETE:2], go on.', states);
    expect(container.textContent).toBe('Well done Stage 2, go on.');
    const badge = container.querySelector('.practice-chat-marker');
    expect(badge?.textContent).toBe('Stage 2');
    act(() => states.setState(TWO, 'refused'));
    expect(badge?.textContent).toBe('Stage 2 ✗');
    act(() => states.setState(TWO, 'complete'));
    expect([badge?.textContent, badge?.getAttribute('data-state')]).toEqual(['Stage 2 ✓', 'complete']);
  });

  test.each([
    ['**[STAGE_COMPLETE:2]**', 'Stage 2'],
    ['- [DUNGEON_COMPLETE]\n- b', 'All stages'],
    ['| a |\n|-|\n| [STAGE_COMPLETE:2] |', 'Stage 2'],
    ['[STAGE_COMPLETE:2]: done', 'Stage 2: done'],
    ['see [STAGE_COMPLETE:2]\n\n[STAGE_COMPLETE:2]: done', 'Stage 2: done'],
    ['[PAYMENT_CONFIRMED:1:0xab]', 'Stage 1 unlocked'],
  ])('is one wherever it stands: %s', (text, shown) => {
    const container = show(text);
    expect(container.textContent).toContain(shown);
    expect(container.textContent).not.toMatch(/STAGE_|DUNGEON|PAYMENT/);
  });

  test('stays as it is in code', () => {
    const container = show('Say `[STAGE_COMPLETE:2]`.\n\n```\n[STAGE_COMPLETE:3]\n```');
    expect(container.textContent).toContain('Say [STAGE_COMPLETE:2].');
    expect(container.textContent).toContain('[STAGE_COMPLETE:3]');
    expect(container.querySelector('.practice-chat-marker')).toBeNull();
  });
});

test('how claims stand is taken from the stages of the exercise', () => {
  const states = new MarkerStates();
  const stage = { title: 'A', criteria: [] };
  tellStages(states, {
    exerciseId: 'demo',
    stages: [
      { ...stage, number: 1, status: 'complete', unlocked: { at, txHash: '0xab' } },
      { ...stage, number: 2, status: 'current', refused: { at, reason: 'unknown' } },
      { ...stage, number: 3, status: 'open' },
    ],
    course: { at, refused: { reason: 'criterion' } },
  });
  const stateOf = (stageNumber: number) => states.stateOf({ kind: 'stage_complete', stageNumber });
  expect([stateOf(1), stateOf(2), stateOf(3)]).toEqual(['complete', 'refused', undefined]);
  expect(states.stateOf({ kind: 'stage_unlocked', stageNumber: 1, txHash: '0xab' })).toBe('complete');
  expect(states.stateOf({ kind: 'course_complete' })).toBe('refused');
});
