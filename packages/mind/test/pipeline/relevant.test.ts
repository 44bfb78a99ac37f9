import { findSession } from '@agent-factory/coach/store';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { relevantMemories } from '../../src/pipeline/plan/relevant-memories.js';
import { runPipeline } from '../../src/pipeline/plan/run-pipeline.js';
import { ASKED, deskWithSession, keptMemory, memory, phase, plan } from './fixture.js';

let begun: Awaited<ReturnType<typeof deskWithSession>>;
beforeEach(async () => {
  begun = await deskWithSession();
});
afterEach(() => begun.desk[Symbol.asyncDispose]());

/** Which of these memories a model that answers so has chosen. */
async function chosen(known: readonly string[], ...said: string[]): Promise<string[]> {
  const { desk, sessionId } = begun;
  desk.memories.results = known.map(memory);
  const relevant_memories = said.flatMap((content) => keptMemory(content).relevant_memories);
  desk.models.say('memory_retrieval_filter', { relevant_memories, discarded: [] });
  const session = await findSession(desk.files.store, sessionId);
  if (session === undefined) throw new Error('There is no session');
  return (await relevantMemories(desk.room, session, ASKED)).map(({ content }) => content);
}

const LONG = 'The learner mixes up streams and buffers when a file is larger than memory.';

test.each([
  ['as it is kept', LONG, [LONG]],
  ['spaced anew', `  ${LONG.replaceAll(' ', '\n  ')}`, [LONG]],
  ['shortened', `${LONG.slice(0, 40)}…`, [LONG]],
  ['shortened with dots', `${LONG.slice(0, 40)}...`, [LONG]],
  ['too short to tell', LONG.slice(0, 12), []],
  ['made up', 'The learner knows everything about streams.', []],
])('a memory is known again %s', async (_what, said, expected) => {
  expect(await chosen([LONG], said)).toEqual(expected);
});

test('each memory is used once', async () => {
  expect(await chosen([LONG, 'Short one'], LONG, LONG, 'Short one')).toEqual([LONG, 'Short one']);
});

test('memories without words are not judged, and no model is asked of nothing else', async () => {
  expect(await chosen([' ', ''], ' ')).toEqual([]);
  expect(begun.desk.models.calls).toEqual([]);
});

test('the first phase of a plan has begun, and is in the log of its progress', async () => {
  const { desk, workplace } = begun;
  desk.models.say('coach_agent', plan([phase(), phase({ number: 2, title: 'Next' })]));
  await runPipeline(desk.room, workplace, ASKED);
  const events = desk.files.all(
    'select number, event_type from coach_progress_events join coach_phases on coach_phases.id = phase_id',
  );
  expect(events).toEqual([{ number: 1, event_type: 'phase_started' }]);
  expect(desk.models.of('coach_agent')).toMatchObject([{ maxTokens: 16_384 }]);
});

test('an issue that was shown keeps its title, and another one has the first line of what is said of it', async () => {
  const { desk, workplace } = begun;
  desk.models.say('coach_agent', plan([phase()]));
  await workplace.choices.change({ issue: { number: 7, title: 'As shown', summary: 's', labels: [], url: '' } });
  const title = () => desk.files.all('select issue_title from coach_sessions')[0]?.issue_title;
  await runPipeline(desk.room, workplace, { ...ASKED, issueSummary: 'First line\nSecond line' });
  expect(title()).toBe('As shown');
  await runPipeline(desk.room, workplace, { ...ASKED, issueNumber: 8, issueSummary: ' First line\nSecond line' });
  expect(title()).toBe('First line');
});
