import type { CoachSession } from '@agent-factory/coach/store';
import { highlightLines, hintFiles, type Workplace } from '@agent-factory/coach/workplace';
import { PracticeError } from '@agent-factory/protocol';
import type { MindRoom } from '../../room.js';
import type { SoundHint } from './sound-phases.js';

interface ShownPhase {
  readonly session: CoachSession;
  readonly hints: readonly SoundHint[];
}

/**
 * Points at what a phase begins with, as its agent would: how much of it is seen is for the student's hint level, which
 * the page knows. What is not there is not pointed at. Never throws.
 */
export async function showHints({ host }: MindRoom, workplace: Workplace, phase: ShownPhase): Promise<void> {
  for (const hint of phase.hints) {
    if (workplace.session.current?.id !== phase.session.id) return;
    try {
      await point(workplace, hint);
    } catch (error) {
      if (error instanceof PracticeError) continue;
      host.logFailure(error, 'A hint could not be shown');
    }
  }
}

async function point(workplace: Workplace, hint: SoundHint): Promise<void> {
  const { path } = hint;
  if (hint.type === 'file') {
    // The folders around it are folded, as a rule.
    await hintFiles(workplace, { hints: [{ path, style: hint.style, directories: true }] });
    return;
  }
  const { startLine: start, endLine: end, hoverText } = hint;
  const mark = { path, start, end, style: hint.style, ...(hoverText !== null && { hoverText }) };
  await highlightLines(workplace, mark, { isOfPlan: true });
}
