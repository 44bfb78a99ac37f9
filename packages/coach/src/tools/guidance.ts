import { PracticeError } from '@agent-factory/protocol';
import type { TextToShow } from '../host.js';
import { isShown } from '../workplace/sight.js';
import type { Workplace } from '../workplace/workplace.js';

/**
 * Throws `gives_solution` if these texts would give away what the student is to find out: then they are not shown.
 * Whatever the student has written where the agent can see it may be quoted; where it sees nothing, a refusal tells
 * nothing of their files.
 */
export async function requireGuidance(
  workplace: Workplace,
  texts: readonly string[],
  by: TextToShow['by'],
): Promise<void> {
  const { host, place, choices } = workplace;
  if (place.project.kind !== 'exercise' || texts.length === 0) return;
  const { visibility } = choices.now;
  const seen = {
    seesFiles: isShown(visibility, 'buffers'),
    unsaved: visibility === 'everything' ? unsavedOf(workplace) : [],
  };
  const leak = await host.leakIn(place.project.id, { text: texts.join('\n'), by, ...seen });
  if (leak !== undefined) throw new PracticeError('gives_solution', inWords(leak.lines), { ...leak });
}

/** Texts of the student's that are in no file yet. */
export function unsavedOf({ disk: { buffers } }: Workplace): string[] {
  return buffers.paths().flatMap((path) => {
    const entry = buffers.get(path);
    return entry?.dirty === true ? [entry.content] : [];
  });
}

/** Names of what is one of a few words, or a place that is there. */
const NO_TEXTS = ['type', 'style', 'status', 'path'];

/** All texts in what an agent has sent, however deep. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => (NO_TEXTS.includes(name) ? [] : textsIn(one)));
}

function inWords(lines: number): string {
  const count = lines === 1 ? 'a line' : `${lines} lines`;
  return `Not shown: with it you would have told ${count} of the solution that the student has not written yet. Do not give the code, in parts neither. Ask a question, name the idea or point at the place; if they are stuck, send them to the next hint of the criterion that fails (paige_get_session_state with include: ["exercise"]).`;
}
