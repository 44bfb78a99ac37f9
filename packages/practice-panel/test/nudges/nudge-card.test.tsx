// @vitest-environment happy-dom
import { NUDGE_PROMPTS } from '@agent-factory/protocol/nudges';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NudgeControl } from '../../src/client/nudges/nudge-control.js';
import { PracticeServer } from '../../src/client/server/server.js';
import { NudgeCard } from '../../src/react/nudges/NudgeCard.js';
import { NudgeField } from '../../src/react/nudges/NudgeField.js';
import { Happenings } from '../support/happenings.js';
import { type NudgeDaemon, OFFER, startNudgeDaemon } from '../support/nudge-daemon.js';
import { exercise } from '../support/samples.js';

const SITE = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };
const exerciseId = exercise.id;
const [first, second, third] = NUDGE_PROMPTS;

async function show(daemon: NudgeDaemon) {
  const control = new NudgeControl(exerciseId, new PracticeServer({ ...SITE, serverUrl: daemon.url }));
  const onDone = vi.fn();
  render(
    <>
      <button type="button">elsewhere</button>
      <NudgeCard control={control} place="foot" onDone={onDone} />
      <NudgeField control={control} />
    </>,
  );
  screen.getByRole('button', { name: 'elsewhere' }).focus();
  act(() => void control.follow(new Happenings()));
  const card = await screen.findByRole('region', { name: 'Suggestions' });
  return { control, onDone, card };
}

function press(name: string): void {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
}
const goes = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Suggestions' })).toBeNull());

afterEach(cleanup);

describe('the card of a nudge', () => {
  it('[terminal-events 6 card] offers the prompts in their order, the first one first, and does not take the focus', async () => {
    await using daemon = await startNudgeDaemon({ offered: OFFER });
    const { card } = await show(daemon);
    const buttons = [...card.querySelectorAll('button')];
    expect(buttons.map(({ textContent }) => textContent)).toEqual([first, second, third, 'Not now', '']);
    expect(buttons.map(({ dataset }) => dataset.kind)).toEqual(['primary', 'plain', 'plain', undefined, undefined]);
    expect(document.activeElement?.textContent).toBe('elsewhere');
  });

  it('sends the prompt that is pressed, and goes', async () => {
    await using daemon = await startNudgeDaemon({ offered: OFFER });
    const { onDone } = await show(daemon);
    press(third);
    await goes();
    expect(daemon.asked.at(-1)).toEqual({ '/nudges/answer': { exerciseId, nudgeId: OFFER.nudgeId, send: third } });
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  });

  it('leaves a student where they have gone on meanwhile', async () => {
    let answer = () => {};
    await using daemon = await startNudgeDaemon({ offered: OFFER });
    const { control, onDone } = await show(daemon);
    daemon.answering = new Promise((resolve) => {
      answer = resolve;
    });
    press(first);
    screen.getByRole('button', { name: 'elsewhere' }).focus();
    answer();
    await goes();
    expect(control.getSnapshot().sending).toBeUndefined();
    expect(onDone).not.toHaveBeenCalled();
  });

  it.each([
    ['Not now', (_card: HTMLElement) => press('Not now')],
    ['Escape', (card: HTMLElement) => expect(fireEvent.keyDown(card, { key: 'Escape' })).toBe(false)],
  ])('goes by %s', async (_what, leave) => {
    await using daemon = await startNudgeDaemon({ offered: OFFER });
    const { card } = await show(daemon);
    leave(card);
    await goes();
    expect(daemon.asked.at(-1)).toEqual({ '/nudges/answer': { exerciseId, nudgeId: OFFER.nudgeId } });
  });

  it('says what went wrong, and lets go of it', async () => {
    await using daemon = await startNudgeDaemon({ offered: OFFER });
    const { onDone } = await show(daemon);
    daemon.answer = { status: 409, body: { error: 'nudge_failed', message: 'Your tutor was not told.', reason: 'x' } };
    press(first);
    expect((await screen.findByRole('alert')).textContent).toBe('Your tutor was not told.');
    expect(screen.queryByRole('button', { name: second })).toBeNull();
    expect(onDone).not.toHaveBeenCalled();
    press('Close');
    await goes();
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  });

  it.each([
    ['No more in this exercise', { exerciseId, muted: true }],
    ['No more at all', { muted: true }],
  ])('[terminal-events 6 muted] can be the last: %s', async (words, body) => {
    await using daemon = await startNudgeDaemon({ offered: OFFER });
    await show(daemon);
    press('No more suggestions');
    daemon.state = { exerciseId, mode: 'offer', muted: 'all' };
    press(words);
    await goes();
    expect(daemon.asked).toContainEqual({ '/nudges/mute': body });
  });
});

describe('the setting of nudges', () => {
  it('has them again where there were none any more', async () => {
    await using daemon = await startNudgeDaemon({ muted: 'all', offered: OFFER });
    await show(daemon);
    const field = screen.getByLabelText<HTMLSelectElement>('Suggestions', { selector: 'select' });
    expect(field.value).toBe('all');
    daemon.state = { exerciseId, mode: 'offer', muted: 'no' };
    fireEvent.change(field, { target: { value: 'no' } });
    await waitFor(() => expect(field.value).toBe('no'));
    expect(daemon.asked).toContainEqual({ '/nudges/mute': { muted: false } });
    expect(daemon.asked).toContainEqual({ '/nudges/mute': { exerciseId, muted: false } });
  });

  it('is not there where the exercise has no nudges', async () => {
    await using daemon = await startNudgeDaemon({ mode: 'off', offered: OFFER });
    await show(daemon);
    expect(screen.queryByLabelText('Suggestions', { selector: 'select' })).toBeNull();
  });
});
