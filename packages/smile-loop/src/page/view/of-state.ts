import type { Iteration, LoopState } from '../../contract/loop-state.js';
import { add, withNote, withTry } from './entries.js';
import type { Entry, View } from './view.js';

/** What a state tells: less than what was seen happen, which is kept. */
export function withState(view: View, state: LoopState): View {
  const seen = new Set(view.tries.map(({ iteration }) => iteration));
  const known = { ...view, status: state.status, iteration: state.iteration };
  const told = state.history.filter(({ iteration }) => !seen.has(iteration)).reduce(withHistory, known);
  const { finalResult } = state;
  return finalResult === null ? told : { ...told, outcome: finalResult.outcome, summary: finalResult.summary };
}

function withHistory(view: View, told: Iteration): View {
  const { iteration, startedAt, studentResult, mentorResult } = told;
  const begun = withTry(view, iteration, { startedAt });
  const commands = (studentResult?.commands ?? []).map(
    (ended): Entry => ({ kind: 'command', role: 'student', command: ended.command, ended }),
  );
  const after = add(begun, iteration, [...commands, ...resultOf(told), ...checksOf(told)]);
  return mentorResult?.kind === 'notes' ? withNote(after, { iteration, text: mentorResult.notes }) : after;
}

function resultOf({ studentResult: result }: Iteration): Entry[] {
  if (result === undefined) return [];
  if (result.kind !== 'answer') return [{ kind: 'result', status: result.kind, summary: wordsOf(result), step: '' }];
  const { status, summary, problem, reason, currentStep } = result.answer;
  return [{ kind: 'result', status, summary: summary || problem || reason, step: currentStep }];
}

function wordsOf(result: { text?: string; raw?: string; message?: string }): string {
  return result.message ?? result.text ?? result.raw ?? '';
}

function checksOf({ verdict }: Iteration): Entry[] {
  return verdict === undefined ? [] : [{ kind: 'checks', ...verdict }];
}

/** What the checks found is in the state alone: it goes behind what the student said. */
export function withChecks(view: View, state: LoopState): View {
  const verdicts = new Map(state.history.map((told) => [told.iteration, checksOf(told)]));
  const tries = view.tries.map((one) => {
    const at = one.entries.findLastIndex(({ kind }) => kind === 'result');
    const checks = verdicts.get(one.iteration) ?? [];
    return at < 0 || one.entries.some(({ kind }) => kind === 'checks')
      ? one
      : { ...one, entries: one.entries.toSpliced(at + 1, 0, ...checks) };
  });
  return { ...view, tries };
}
