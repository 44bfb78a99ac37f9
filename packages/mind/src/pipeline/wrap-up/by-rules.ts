import { shortened } from '@agent-factory/protocol';
import { MAX_MEMORY_LENGTH } from '@agent-factory/protocol/mind';
import type { MemoryInput } from '../../memory/memories.js';
import type { PhaseRecord, SessionRecord } from './record.js';

/** UTF-16 units of a title in a sentence. */
const MAX_TITLE = 120;
const MAX_NOTES = 10;
/** Summaries of typing in one file from which on the student was long at it: five minutes of writing. */
const LONG = 10;

const HELP = {
  none: 'no hints',
  file: 'hints to files',
  region: 'hints to regions',
  line: 'hints to lines',
} as const;

/** What can be said of a session without a model: what is stored, and no judgement. Nothing of one in which nothing was done. */
export function memoriesByRules(record: SessionRecord): MemoryInput[] {
  const { session, phases, hasWork } = record;
  const completed = phases.filter(({ phase }) => phase.status === 'complete');
  if (!hasWork && completed.length === 0) return [];
  const what = session.issueTitle ?? session.projectId;
  const of = phases.length === 0 ? '' : ` ${completed.length} of ${phases.length} phases were completed.`;
  const overall = note(`The learner worked on "${shortened(what, MAX_TITLE)}".${of}`, ['session']);
  return [overall, ...completed.map(phaseNote), ...longNotes(record)].slice(0, MAX_NOTES);
}

function phaseNote({ phase, helped }: PhaseRecord): MemoryInput {
  const help = helped === 0 ? 'without asking for help' : `after being helped ${helped} times`;
  const title = shortened(phase.title, MAX_TITLE);
  return note(`The learner completed the phase "${title}" (${HELP[phase.hintLevel]} at first) ${help}.`, ['phase']);
}

function longNotes({ actions }: SessionRecord): MemoryInput[] {
  const counts = new Map<string, number>();
  for (const { type, data } of actions)
    if (type === 'buffer_summary' && typeof data.path === 'string')
      counts.set(data.path, (counts.get(data.path) ?? 0) + 1);
  const [longest] = [...counts].filter(([, count]) => count >= LONG).sort(([, one], [, other]) => other - one);
  if (longest === undefined) return [];
  return [note(`The learner was at ${longest[0]} for longer than at any other file.`, ['effort'])];
}

function note(content: string, tags: string[]): MemoryInput {
  return { content: shortened(content, MAX_MEMORY_LENGTH), tags, importance: 'low' };
}
