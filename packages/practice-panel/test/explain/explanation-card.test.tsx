// @vitest-environment happy-dom
import type { Explanation } from '@agent-factory/protocol/mind';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ExplainProblem, ExplainState } from '../../src/client/explain/explain-state.js';
import type { Explainer } from '../../src/client/explain/explainer.js';
import type { Marked } from '../../src/client/explain/marked.js';
import { createStore } from '../../src/client/store/store.js';
import { ExplainButton } from '../../src/react/explain/ExplainButton.js';
import { ExplanationCard, type ExplanationCardProps } from '../../src/react/explain/ExplanationCard.js';
import { ANSWER } from './mind-daemon.js';

const MARKED: Marked = { source: 'terminal', place: 'Terminal', text: 'Errno 2', around: '$ python3 a.py\n[Errno 2]' };
const NO_KEY: ExplainProblem = { message: 'There is no key.', canRetry: true, isSetting: true };

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** The card of an explainer that is in a state, and in others when a test says so. */
function open(first: ExplainState, props: Partial<ExplanationCardProps> = {}) {
  const store = createStore((_: ExplainState, next: ExplainState) => next, first);
  const retry = vi.fn(async () => store.dispatch({ status: 'asked', marked: MARKED }));
  const dismiss = () => store.dispatch({ status: 'none' });
  const { getSnapshot, subscribe } = store;
  const explainer = { getSnapshot, subscribe, retry, dismiss } as unknown as Explainer;
  render(<ExplanationCard explainer={explainer} source="terminal" place="top" way="It is above." {...props} />);
  return { retry, become: (state: ExplainState) => act(() => store.dispatch(state)) };
}

const answered = (further: Partial<Explanation> = {}): ExplainState => ({
  status: 'answered',
  marked: MARKED,
  answer: { ...ANSWER, ...further },
});
const failed = (problem: ExplainProblem): ExplainState => ({ status: 'failed', marked: MARKED, problem });
const card = () => screen.queryByRole('region', { name: 'Explanation' });
const buttons = () =>
  screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);

describe('the card', () => {
  it('is cancelled while it waits, and closed by the same button later; it is busy for as long', () => {
    const { become } = open({ status: 'asked', marked: MARKED });
    const button = screen.getByRole('button', { name: 'Cancel the explanation' });
    expect(card()?.getAttribute('aria-busy')).toBe('true');
    become(answered());
    expect(screen.getByRole('button', { name: 'Close the explanation' })).toBe(button);
    expect(card()?.getAttribute('aria-busy')).toBe('false');
    fireEvent.click(button);
    expect(card()).toBeNull();
  });

  it('counts the seconds that it waits', () => {
    vi.useFakeTimers();
    open({ status: 'asked', marked: MARKED });
    expect(card()?.textContent).not.toContain('0 s');
    act(() => vi.advanceTimersByTime(3000));
    expect(screen.getByText('3 s').getAttribute('aria-hidden')).toBe('true');
  });

  it('sends the student back only where they were in it', () => {
    const onDone = vi.fn();
    const { become } = open(answered(), { onDone });
    fireEvent.click(screen.getByRole('button', { name: 'Close the explanation' }));
    expect(onDone).not.toHaveBeenCalled();
    become(answered());
    const close = screen.getByRole('button', { name: 'Close the explanation' });
    close.focus();
    fireEvent.click(close);
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('shows nothing of what was marked elsewhere', () => {
    open(answered(), { source: 'lesson' as Marked['source'] });
    expect([card(), screen.getByRole('status').textContent]).toEqual([null, '']);
  });

  it('names a concept and a file once', () => {
    open(answered({ keyConcepts: ['loop', 'loop'], relatedFiles: ['a.py', 'a.py'] }));
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['loop', 'a.py']);
  });
});

describe('an explanation that fails', () => {
  it('is told with its reason, asks again, and keeps the keyboard', () => {
    const { retry } = open(failed({ message: 'The network is away.', canRetry: true, isSetting: false }));
    expect(screen.getByRole('status').textContent).toBe('Not explained. The network is away.');
    const again = screen.getByRole('button', { name: 'Try again' });
    again.focus();
    fireEvent.click(again);
    expect(retry).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(card());
  });

  it('is not asked again where that helps nobody', () => {
    open(failed({ message: 'It is too long.', canRetry: false, isSetting: false }), { onSettings() {} });
    expect(buttons()).toEqual(['Close the explanation']);
  });

  it('says what the coach would do, and its reason once', () => {
    const wouldDo = 'Explains what you mark.';
    const { become } = open(failed({ ...NO_KEY, wouldDo }));
    expect([screen.getByText(NO_KEY.message), screen.getByText(wouldDo)]).toHaveLength(2);
    const both = `${wouldDo} Just now it does not: ${NO_KEY.message}`;
    become(failed({ ...NO_KEY, wouldDo: both }));
    expect(screen.getByText(both)).toBeTruthy();
    expect(screen.queryByText(NO_KEY.message)).toBeNull();
  });
});

it('the button leaves the focus, and with it what is marked, where it is', () => {
  render(<ExplainButton onExplain={() => {}} />);
  // Not prevented is true.
  expect(fireEvent.mouseDown(screen.getByRole('button', { name: 'Explain this' }))).toBe(false);
});
