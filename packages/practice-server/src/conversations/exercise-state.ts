import type { ExerciseId } from '@agent-factory/protocol';
import type { SessionAccess } from '../sessions/session-access.js';
import { readVersion, revealedRungs } from '../store/records/progress.js';
import { findWorkspace } from '../store/records/workspaces.js';

const MARKS = { passed: '[x]', failed: '[ ]', skipped: '[-]' } as const;

/** What the student has achieved in an exercise, for an agent to read; undefined while there is nothing to say. */
export async function exerciseState(host: SessionAccess, exerciseId: ExerciseId): Promise<string | undefined> {
  const [check, more] = await Promise.all([lastCheck(host, exerciseId), host.sessions.describeWork(exerciseId)]);
  const parts = [...(check === undefined ? [] : [check]), ...more];
  return parts.length === 0 ? undefined : parts.join('\n');
}

async function lastCheck({ store }: SessionAccess, exerciseId: ExerciseId): Promise<string | undefined> {
  const workspace = await findWorkspace(store, exerciseId);
  if (workspace === undefined) return undefined;
  const progress = await readVersion(store, { exerciseId, version: workspace.version });
  if (progress.attempts === 0) return undefined;
  const rungs = await revealedRungs(store, exerciseId);
  const lines = progress.criteria.map(({ name, status }) => {
    const hints = rungs.get(name) ?? 0;
    return `${MARKS[status]} ${name}${hints > 0 ? ` (${hints} of its hints opened)` : ''}`;
  });
  const head = `How the student's work stood at their last check, the ${ordinal(progress.attempts)}:`;
  const solution = progress.solutionShownAt === undefined ? [] : ['They have looked at the solution.'];
  return [head, ...lines, ...solution].join('\n');
}

function ordinal(count: number): string {
  const names: Readonly<Record<number, string>> = { 1: 'first', 2: 'second', 3: 'third' };
  return names[count] ?? `${count}th`;
}
