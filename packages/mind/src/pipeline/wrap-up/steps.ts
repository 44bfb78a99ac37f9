import {
  type CoachTables,
  findGaps,
  findWrappingUp,
  listAssessments,
  setWrappingUp,
  type WrappingUp,
} from '@agent-factory/coach/store';
import type { Kysely } from 'kysely';
import type { MemoryInput } from '../../memory/memories.js';
import type { CallApiOptions } from '../../model/call.js';
import * as dreyfus from '../../prompts/dreyfus-assessment.js';
import * as extraction from '../../prompts/knowledge-gap-extraction.js';
import * as summarisation from '../../prompts/memory-summarisation.js';
import { cutInTheMiddle } from '../../prompts/untrusted.js';
import type { MindRoom } from '../../room.js';
import { evidenceOf, keepAssessments } from './assessments.js';
import { keepGaps } from './gaps.js';
import { addMemories, intendMemories, soundMemories } from './memories.js';
import { type SessionRecord, stepsOf, summaryOf } from './record.js';

/** UTF-16 units of a transcript that a model is given (spec EC-63). */
const MAX_TRANSCRIPT = 50_000;
/** Most gaps that a model is told of, the latest. */
const MAX_KNOWN_GAPS = 100;
/** Tokens: ten katas with what they begin with. */
const MAX_TOKENS = 16_384;

type Asked<T> = Pick<
  CallApiOptions<T>,
  'callType' | 'model' | 'systemPrompt' | 'userMessage' | 'responseSchema' | 'maxTokens'
>;

async function ask<T>({ models, host }: MindRoom, { session }: SessionRecord, asked: Asked<T>): Promise<T> {
  const of = { sessionId: session.id, projectId: session.projectId, signal: host.closing };
  return (await models.askAgain({ ...asked, ...of, part: 'wrap_up' })).value;
}

/** Gaps and katas. */
export async function findOutGaps(room: MindRoom, record: SessionRecord, { gaps }: WrappingUp): Promise<void> {
  if (gaps !== undefined) return;
  const { store } = room.host;
  const known = (await findGaps(store)).slice(0, MAX_KNOWN_GAPS);
  const phases = record.phases.map(({ phase: { title, status, hintLevel } }) => ({
    title,
    status,
    hint_level: hintLevel,
  }));
  const answer = await ask(room, record, {
    callType: 'knowledge_gap_extraction',
    model: 'sonnet',
    systemPrompt: extraction.SYSTEM_PROMPT,
    userMessage: extraction.assembleUserMessage(stepsOf(record), phases, known),
    responseSchema: extraction.responseSchema,
    maxTokens: MAX_TOKENS,
  });
  await keepStep(store, record, 'gaps', (transaction) => keepGaps(transaction, record, answer));
}

export async function judgeSkills(room: MindRoom, record: SessionRecord, { assessments }: WrappingUp): Promise<void> {
  if (assessments !== undefined) return;
  const { store } = room.host;
  const current = (await listAssessments(store)).map(({ skillArea, stage, confidence }) => ({
    skill_area: skillArea,
    stage,
    confidence,
  }));
  const answer = await ask(room, record, {
    callType: 'dreyfus_assessment',
    model: 'sonnet',
    systemPrompt: dreyfus.SYSTEM_PROMPT,
    userMessage: dreyfus.assembleUserMessage(await evidenceOf(store), current, summaryOf(record)),
    responseSchema: dreyfus.responseSchema,
  });
  await keepStep(store, record, 'assessments', async (transaction) => ({
    dreyfusUpdates: await keepAssessments(transaction, answer),
  }));
}

/** Tells how many memories there are of the session then. Nothing is asked where the student wants none. */
export async function remember(room: MindRoom, record: SessionRecord, progress: WrappingUp): Promise<number> {
  const { session } = record;
  if (!(await room.isOn('memory'))) return 0;
  if (progress.memories !== undefined)
    return addMemories(room, { session, memories: progress.memories, isResumed: true });
  const memories = await summarise(room, record, progress.transcript);
  await intendMemories(room.host.store, session.id, { memories, isHeard: progress.transcript !== '' });
  return addMemories(room, { session, memories, isResumed: false });
}

/** What a model makes of what the agent has told. */
export async function summarise(room: MindRoom, record: SessionRecord, told: string): Promise<MemoryInput[]> {
  const { session } = record;
  const completed = record.phases.flatMap(({ phase }) => (phase.status === 'complete' ? phase : []));
  const gaps = await findGaps(room.host.store, { sessionId: session.id });
  const issue = session.issueTitle ?? session.projectId;
  const transcript = cutInTheMiddle(told, MAX_TRANSCRIPT);
  const answer = await ask(room, record, {
    callType: 'memory_summarisation',
    model: 'haiku',
    systemPrompt: summarisation.SYSTEM_PROMPT,
    userMessage: summarisation.assembleUserMessage(transcript, issue, completed, gaps),
    responseSchema: summarisation.responseSchema,
  });
  return soundMemories(answer);
}

/** What a step has found and that it is done are written together: nothing is there twice, whenever a daemon dies. */
async function keepStep<Step extends 'gaps' | 'assessments'>(
  store: Kysely<CoachTables>,
  { session }: SessionRecord,
  step: Step,
  write: (transaction: Kysely<CoachTables>) => Promise<NonNullable<WrappingUp[Step]>>,
): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    const progress = await findWrappingUp(transaction, session.id);
    if (progress === undefined || progress[step] !== undefined) return;
    await setWrappingUp(transaction, session.id, { ...progress, [step]: await write(transaction) });
  });
}
