import {
  type CoachSession,
  findSession,
  findUnheard,
  setHearing,
  type WrappingUp,
  type WrapUp,
} from '@agent-factory/coach/store';
import type { MindRoom } from '../../room.js';
import { reasonOf } from '../failure.js';
import { addMemories, listedOf } from './memories.js';
import { once } from './once.js';
import { recordOf } from './record.js';
import { summarise } from './steps.js';

/** How a session was wrapped up, as far as what its agent has told is concerned. */
interface Way {
  /** Without a model, because none could be asked. */
  readonly isWithoutModel: boolean;
  /** A model was asked, and has failed. */
  readonly hasFailed: boolean;
}

/** What has become of what the agent has told, when a session was wrapped up in this way. */
export function heardOf({ transcript, isHeard }: WrappingUp, way: Way): NonNullable<WrapUp['transcript']> {
  if (transcript === '') return 'none';
  if (isHeard === true) return 'used';
  if (way.isWithoutModel) return 'kept';
  // What has come while a model was at it is as new as what comes afterwards.
  return way.hasFailed ? 'later' : 'none';
}

/**
 * Uses what an agent has told of a session that was wrapped up without it, once: a model makes memories of it, beside those
 * that there are. Where none can be asked, or it fails, what was told is kept. Tells how the session is wrapped up then;
 * undefined if it is not. Throws what the database throws.
 */
export function hear(room: MindRoom, { id }: CoachSession, transcript: string): Promise<WrapUp | undefined> {
  return once(room.host.store, `hear ${id}`, () => hearOnce(room, id, transcript));
}

async function hearOnce(room: MindRoom, id: string, transcript: string): Promise<WrapUp | undefined> {
  const { store } = room.host;
  const session = await findSession(store, id);
  if (session === undefined || session.wrappedUp === null) return undefined;
  const { wrappedUp } = session;
  if (wrappedUp.transcript === undefined || wrappedUp.transcript === 'used') return wrappedUp;
  const unheard = (await findUnheard(store, id)) ?? { transcript };
  const keep = async (state: 'later' | 'kept', told: WrappingUp) => {
    const kept = { ...wrappedUp, transcript: state };
    await setHearing(store, id, kept, told);
    return kept;
  };
  if (!(await room.isOn('memory'))) {
    const unwanted: WrapUp = { ...wrappedUp, transcript: 'used' };
    await setHearing(store, id, unwanted, null);
    return unwanted;
  }
  // Before anything is spent: whoever comes after a daemon that is killed now has it.
  await keep('later', unheard);
  if (!(await mayAsk(room, session))) return keep('kept', unheard);
  try {
    const memories = unheard.memories ?? (await summarise(room, await recordOf(store, session), unheard.transcript));
    await keep('later', { ...unheard, memories: listedOf(memories) });
    const memoriesStored = wrappedUp.memoriesStored + (await addMemories(room, { session, memories, isResumed: true }));
    const heard: WrapUp = { ...wrappedUp, memoriesStored, transcript: 'used' };
    await setHearing(store, id, heard, null);
    return heard;
  } catch (error) {
    if (room.host.closing.aborted) throw error;
    const facts = { projectId: session.projectId, sessionId: id, reason: reasonOf(room.host, error) };
    room.host.logWarning('What an agent has told of a session could not be used; the next start tries again', facts);
    return { ...wrappedUp, transcript: 'later' };
  }
}

async function mayAsk({ isOn, models }: MindRoom, { id, projectId }: CoachSession): Promise<boolean> {
  return (await isOn('wrap_up')) && (await models.whyNot('wrap_up', projectId, id)) === undefined;
}
