import type { CoachSession } from '@agent-factory/coach/store';
import { shortened } from '@agent-factory/protocol';
import type { ToolInput } from '@agent-factory/protocol/coach';
import { MAX_MEMORY_LENGTH } from '@agent-factory/protocol/mind';
import type { MemoryResult } from '../../memory/memories.js';
import type { RelevantMemory } from '../../prompts/coach-agent.js';
import {
  assembleUserMessage,
  type MemoryRetrievalFilterResponse,
  responseSchema,
  SYSTEM_PROMPT,
} from '../../prompts/memory-retrieval-filter.js';
import { cutInTheMiddle } from '../../prompts/untrusted.js';
import type { MindRoom } from '../../room.js';
import { reasonOf } from '../failure.js';

/** Most memories that are looked at (spec FR-109). */
const RESULTS = 10;
/** UTF-16 units of the plan by which memories are judged: what it is about stands at its ends. */
const MAX_PLAN_SHOWN = 8000;
/** UTF-16 units of a remark on a memory. */
const MAX_REMARK = 1000;

/**
 * What is remembered of the learner and matters for this work. Without memories, or without a model that judges them, it
 * is nothing, and coaching goes on (spec FR-111). Never throws.
 */
export async function relevantMemories(
  room: MindRoom,
  session: CoachSession,
  input: ToolInput<'paige_run_coaching_pipeline'>,
): Promise<RelevantMemory[]> {
  const { host } = room;
  const { projectId } = session;
  try {
    if (!(await room.isOn('memory'))) {
      host.logInfo('A plan is made without memories: the student has turned them off', { projectId });
      return [];
    }
    const found = await room.memories.query({ queryText: input.issueSummary, nResults: RESULTS });
    const memories = found.slice(0, RESULTS).filter(({ content }) => content.trim() !== '');
    if (memories.length === 0) return [];
    return ofThese(memories, await filter(room, { session, input, memories }));
  } catch (error) {
    host.logWarning('A plan is made without memories', { projectId, reason: reasonOf(host, error) });
    return [];
  }
}

interface Filtered {
  readonly session: CoachSession;
  readonly input: ToolInput<'paige_run_coaching_pipeline'>;
  readonly memories: readonly MemoryResult[];
}

async function filter(
  { models, host }: MindRoom,
  { session, input, memories }: Filtered,
): Promise<MemoryRetrievalFilterResponse> {
  const plan = cutInTheMiddle(input.planText, MAX_PLAN_SHOWN);
  const candidates = memories.map(({ content, metadata }) => ({
    content: shortened(content, MAX_MEMORY_LENGTH),
    metadata: { ...metadata },
  }));
  const { value } = await models.ask({
    callType: 'memory_retrieval_filter',
    part: 'pipeline',
    model: 'haiku',
    systemPrompt: SYSTEM_PROMPT,
    userMessage: assembleUserMessage(input.issueSummary, plan, candidates),
    responseSchema,
    sessionId: session.id,
    projectId: session.projectId,
    signal: host.closing,
  });
  return value;
}

/** Each as it was found, once: a model that makes memories up has none. */
function ofThese(memories: readonly MemoryResult[], answer: MemoryRetrievalFilterResponse): RelevantMemory[] {
  const left = new Set(memories);
  return answer.relevant_memories.flatMap(({ content, connection, use_in_coaching }) => {
    const known = [...left].find((memory) => isSame(memory.content, content));
    if (known === undefined) return [];
    left.delete(known);
    return {
      content: shortened(known.content, MAX_MEMORY_LENGTH),
      connection: shortened(connection, MAX_REMARK),
      use_in_coaching: shortened(use_in_coaching, MAX_REMARK),
    };
  });
}

/** Models shorten what they copy, and space it anew. */
function isSame(memory: string, said: string): boolean {
  const [one, other] = [plain(memory), plain(said)];
  return other.length >= Math.min(one.length, MIN_COPIED) && (one.startsWith(other) || other.startsWith(one));
}

/** UTF-16 units of a copy that leave no doubt of what was copied. */
const MIN_COPIED = 30;

function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/(?:…|\.\.\.)$/, '')
    .trim();
}
