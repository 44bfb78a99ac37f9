import { type ConversationEvent, ThreadBuilder } from '@agent-factory/protocol/conversations';
import { describe, expect, test } from 'vitest';
import { retryMessage } from '../../src/client/conversations/retry.js';
import { runStatus } from '../../src/client/conversations/run-status.js';
import { answer, conversation, question, runFinished, runStarted } from '../support/chat-daemon.js';

function threadOf(...events: readonly ConversationEvent[]) {
  const builder = new ThreadBuilder();
  for (const [index, event] of events.entries()) builder.add({ id: index + 1, at: '2026-01-01T00:00:00.000Z', event });
  return builder.snapshot();
}

const failed = { type: 'RUN_ERROR', message: 'No network.' } as ConversationEvent;
const asked = {
  type: 'CUSTOM',
  name: 'permission_asked',
  value: { id: 'p', title: 'May I?', options: [] },
} as unknown as ConversationEvent;

describe('what a conversation is doing', () => {
  test('follows from its events', () => {
    expect(runStatus(threadOf(), undefined)).toBe('idle');
    expect(runStatus(threadOf(runStarted()), undefined)).toBe('running');
    expect(runStatus(threadOf(runStarted(), asked), undefined)).toBe('asking');
    expect(runStatus(threadOf(runStarted(), asked, runFinished()), undefined)).toBe('idle');
  });

  test('is interrupted where the daemon says that a run has no end', () => {
    const interrupted = { ...conversation('x'), status: 'interrupted' as const };
    expect(runStatus(threadOf(runStarted()), interrupted)).toBe('interrupted');
  });

  test('is up to the terminal where it began there', () => {
    expect(runStatus(threadOf(), { ...conversation('x'), status: 'in_terminal' })).toBe('in_terminal');
  });

  test('is up to the terminal from a hand-over until the next', () => {
    const handed = (to: string) => ({ type: 'CUSTOM', name: 'handed_over', value: { to } }) as ConversationEvent;
    expect(runStatus(threadOf(handed('terminal')), undefined)).toBe('in_terminal');
    expect(runStatus(threadOf(handed('terminal'), handed('chat')), undefined)).toBe('idle');
  });
});

describe('an event that arrives twice', () => {
  test('counts once', () => {
    const events = [runStarted(), ...question('Why?'), ...answer(['Be', 'cause']), runFinished()].map(
      (event, index) => ({ id: index + 1, at: '2026-01-01T00:00:00.000Z', event }),
    );
    const [once, twice] = [new ThreadBuilder(), new ThreadBuilder()];
    for (const event of events) once.add(event);
    for (const [index, event] of events.entries())
      for (const each of [event, ...events.slice(0, index)]) twice.add(each);
    expect(twice.snapshot()).toEqual(once.snapshot());
  });
});

describe('trying again', () => {
  test('asks the same in the same place where nothing came of the question', () => {
    for (const begun of [[], answer([])])
      expect(retryMessage(threadOf(runStarted(), ...question('Why?'), ...begun, failed))).toEqual({
        message: { text: 'Why?', replaces: 2 },
        facts: {},
      });
  });

  test('goes on where the agent had begun', () => {
    const thread = threadOf(runStarted(), ...question('Why?'), ...answer(['Because']), failed);
    expect(retryMessage(thread)).toEqual({ message: { text: 'Please go on.' }, facts: {} });
  });

  test('has nothing to say where nothing was asked', () => {
    expect(retryMessage(threadOf(failed))).toBeUndefined();
  });
});
