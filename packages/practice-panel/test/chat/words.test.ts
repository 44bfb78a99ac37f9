import { ThreadBuilder } from '@agent-factory/protocol/conversations';
import { describe, expect, test } from 'vitest';
import { plainTitle, titleParts } from '../../src/react/chat/permissions/title-parts.js';
import { runText } from '../../src/react/chat/thread/run-text.js';
import { answer, question, runFinished, runStarted } from '../support/chat-daemon.js';

describe('the question of an agent', () => {
  test.each([
    ['May Codex run `ls -l`?', 'ls -l', 'May Codex run ls -l?'],
    ['May Codex run `echo `date``?', 'echo `date`', 'May Codex run echo `date`?'],
    ['May Codex run `a\nb`?', 'a\nb', 'May Codex run a\nb?'],
    ['May Codex edit a.py?', '', 'May Codex edit a.py?'],
    ['An odd ` one', '', 'An odd ` one'],
  ])('%j sets its command apart, with what it encloses of its own', (title, command, spoken) => {
    expect([titleParts(title).command, plainTitle(title)]).toEqual([command, spoken]);
  });
});

test('the text of a run is all that was said in it, and nothing of the one before, also where nobody asked in between', () => {
  const events = [
    ...[runStarted('1'), ...question('Hi'), ...answer(['One.']), ...answer(['Two.']), runFinished({}, '1')],
    ...[runStarted('2'), ...answer(['Three.']), runFinished({}, '2')],
  ];
  const thread = new ThreadBuilder();
  for (const [index, event] of events.entries()) thread.add({ id: index + 1, at: '2026-01-01T00:00:00.000Z', event });
  const { items } = thread.snapshot();
  const texts = items.flatMap((item) => (item.kind === 'run_end' ? [runText(items, item)] : []));
  expect(texts).toEqual(['One.\n\nTwo.', 'Three.']);
});
