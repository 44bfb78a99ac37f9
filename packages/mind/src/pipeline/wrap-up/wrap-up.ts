import {
  type CoachSession,
  type CoachTables,
  findSession,
  findWrappingUp,
  setWrappedUp,
  setWrappingUp,
  type WrappingUp,
  type WrapUp,
} from '@agent-factory/coach/store';
import type { Workplace } from '@agent-factory/coach/workplace';
import { PracticeError } from '@agent-factory/protocol';
import type { Kysely } from 'kysely';
import type { MindRoom } from '../../room.js';
import { reasonOf } from '../failure.js';
import { memoriesByRules } from './by-rules.js';
import { heardOf } from './hear.js';
import { addMemories, intendMemories } from './memories.js';
import { tellNews } from './news.js';
import { once } from './once.js';
import { recordOf, type SessionRecord } from './record.js';
import { findOutGaps, judgeSkills, remember } from './steps.js';

export interface WrapUpAsked {
  readonly session: CoachSession;
  /** Who is told; nobody, where the project is not open. */
  readonly workplace?: Workplace | undefined;
  /** Without a model, even where there is one. */
  readonly isByRules?: boolean;
}

/** What comes of wrapping a session up, once. Throws `shutting_down`; then the next daemon goes on where this one was. */
export function wrapUp(room: MindRoom, asked: WrapUpAsked): Promise<WrapUp> {
  return once(room.host.store, `wrap up ${asked.session.id}`, () => make(room, asked));
}

async function make(room: MindRoom, asked: WrapUpAsked): Promise<WrapUp> {
  const { store } = room.host;
  const session = (await findSession(store, asked.session.id)) ?? asked.session;
  if (session.wrappedUp !== null) return session.wrappedUp;
  const record = await recordOf(store, session);
  const isWithoutModel = await isByRules(room, record, asked);
  const { hasFailed, ...done } = isWithoutModel
    ? { by: 'rules' as const, memoriesStored: await byRules(room, record), hasFailed: false }
    : await byModel(room, record);
  if (room.host.closing.aborted) throw closing();
  const isWanted = await room.isOn('memory');
  // In one: what the agent tells in the last moment is either seen here, or finds a session that is wrapped up.
  const { result, isNew } = await store.transaction().execute(async (transaction) => {
    const progress = (await findWrappingUp(transaction, session.id)) ?? { transcript: '' };
    const heard = isWanted ? heardOf(progress, { isWithoutModel, hasFailed }) : 'used';
    const at = new Date(room.now()).toISOString();
    const made: WrapUp = { at, ...countsOf(progress), ...done, transcript: heard };
    const unheard = heard === 'used' || progress.transcript === '' ? null : { transcript: progress.transcript };
    return { result: made, isNew: await setWrappedUp(transaction, session.id, made, unheard) };
  });
  if (isNew) await tell(room, asked, result);
  return result;
}

/** Nor is a model asked of a session in which nothing was done, and of which nobody tells. */
async function isByRules(room: MindRoom, record: SessionRecord, asked: WrapUpAsked): Promise<boolean> {
  const { id, projectId } = record.session;
  if (asked.isByRules === true || !(await room.isOn('wrap_up'))) return true;
  const progress = await findWrappingUp(room.host.store, id);
  if (!record.hasWork && record.phases.length === 0 && (progress?.transcript ?? '').trim() === '') return true;
  return (await room.models.whyNot('wrap_up', projectId, id)) !== undefined;
}

/** Where no model has summed the session up, what is stored of it is remembered: nothing of it would be otherwise. */
async function byModel(
  room: MindRoom,
  record: SessionRecord,
): Promise<Pick<WrapUp, 'by' | 'memoriesStored'> & { readonly hasFailed: boolean }> {
  let memoriesStored = 0;
  for (const step of [findOutGaps, judgeSkills, remember]) {
    if (room.host.closing.aborted) throw closing();
    memoriesStored = (await attempt(room, record, step)) ?? memoriesStored;
  }
  const made = await findWrappingUp(room.host.store, record.session.id);
  if (made?.memories !== undefined) return { by: 'model', memoriesStored, hasFailed: false };
  memoriesStored = (await attempt(room, record, byRules)) ?? 0;
  const by = made?.gaps === undefined && made?.assessments === undefined ? 'rules' : 'model';
  return { by, memoriesStored, hasFailed: true };
}

/** Best effort (spec D49): what fails is logged, and the rest goes on. */
async function attempt(
  room: MindRoom,
  record: SessionRecord,
  step: typeof remember | typeof findOutGaps | typeof byRules,
): Promise<number | undefined> {
  const { id, projectId } = record.session;
  try {
    const progress = await findWrappingUp(room.host.store, id);
    return progress === undefined ? undefined : ((await step(room, record, progress)) ?? undefined);
  } catch (error) {
    if (room.host.closing.aborted) throw closing();
    const facts = { projectId, sessionId: id, step: step.name, reason: reasonOf(room.host, error) };
    room.host.logWarning('A part of wrapping a session up has failed', facts);
    return undefined;
  }
}

async function byRules(room: MindRoom, record: SessionRecord): Promise<number> {
  const { session } = record;
  if (!(await room.isOn('memory'))) return 0;
  const progress = await findWrappingUp(room.host.store, session.id);
  const memories = progress?.memories ?? memoriesByRules(record);
  if (progress === undefined || memories.length === 0) return 0;
  const isResumed = progress.memories !== undefined;
  if (!isResumed) await intendMemories(room.host.store, session.id, { memories, isHeard: false });
  return addMemories(room, { session, memories, isResumed });
}

function countsOf({ gaps, assessments }: WrappingUp) {
  const { knowledgeGaps = 0, kataSpecs = 0 } = gaps ?? {};
  return { knowledgeGaps, kataSpecs, dreyfusUpdates: assessments?.dreyfusUpdates ?? 0 };
}

/** Written into the log of the session, which has ended. */
async function tell(
  { host }: MindRoom,
  { session, workplace }: WrapUpAsked,
  { at: _, by, transcript: __, ...counts }: WrapUp,
): Promise<void> {
  const sessionId = session.id;
  host.logInfo('A session was wrapped up', { projectId: session.projectId, sessionId, by, ...counts });
  if (workplace === undefined) return;
  const data = { ...counts, by };
  workplace.host.logAction(session.projectId, { action: 'session_wrapped_up', sessionId, data });
  workplace.audience.broadcast('session:completed', { sessionId, ...counts });
  try {
    await tellNews(host.store, workplace.audience, counts);
  } catch (error) {
    // The session is wrapped up; pages see the news when they ask next.
    host.logFailure(error, 'What a session has changed could not be told');
  }
}

/** Before anything is spent: whoever comes after a daemon that is killed now knows what the agent has told. */
export async function claim(store: Kysely<CoachTables>, sessionId: string, transcript: string): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    const progress = await findWrappingUp(transaction, sessionId);
    if (progress === undefined || transcript === '' || progress.transcript !== '') return;
    await setWrappingUp(transaction, sessionId, { ...progress, transcript });
  });
}

function closing(): PracticeError {
  const message = 'The practice server is shutting down. The session is wrapped up when it starts again.';
  return new PracticeError('shutting_down', message);
}
