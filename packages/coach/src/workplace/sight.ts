import { PracticeError } from '@agent-factory/protocol';
import type { StateItem, Visibility } from '@agent-factory/protocol/coach';
import type { Choices } from './choices.js';

/** Which parts of the student's work an agent may look at. The rest of a session's state is the agent's own. */
const SHOWN = {
  everything: { open_files: true, buffers: true, diffs: true },
  saved_files: { open_files: true, buffers: true, diffs: false },
  nothing: { open_files: false, buffers: false, diffs: false },
} as const satisfies Record<Visibility, Partial<Record<StateItem, boolean>>>;

const HIDDEN: Record<Exclude<Visibility, 'everything'>, string> = {
  saved_files: 'The student shares only saved files, so what is not saved cannot be seen',
  nothing: 'The student shares nothing of the editor',
};
const ADVICE = 'Ask them to tell you, or to share more with the switch above the editor; do not try again before.';

export function isShown(visibility: Visibility, item: StateItem): boolean {
  const shown: Partial<Record<StateItem, boolean>> = SHOWN[visibility];
  return shown[item] ?? true;
}

/** What an agent is told of what it may not see, and what it can do. */
export function hidden(visibility: Visibility): string {
  return visibility === 'everything' ? '' : `${HIDDEN[visibility]}. ${ADVICE}`;
}

/** Throws `not_visible`. */
export function requireShown(visibility: Visibility, item: StateItem): void {
  if (isShown(visibility, item)) return;
  throw new PracticeError('not_visible', hidden(visibility), { visibility });
}

/**
 * Looks again where the student has chosen otherwise meanwhile: what they hide is hidden at once. So is why there was
 * nothing to see: that, too, tells of their files.
 */
export async function asShown<T>(choices: Choices, look: (visibility: Visibility) => Promise<T>): Promise<T> {
  for (;;) {
    const { visibility } = choices.now;
    const isStillSo = () => choices.now.visibility === visibility;
    try {
      const found = await look(visibility);
      if (isStillSo()) return found;
    } catch (error) {
      if (isStillSo()) throw error;
    }
  }
}
