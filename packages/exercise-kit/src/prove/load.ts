import { type Exercise, loadExercise, missingPrerequisites } from '@agent-factory/exercise-runtime';
import { PracticeError } from '@agent-factory/protocol';
import { checkEnvironment } from '@agent-factory/subprocess';
import type { Draft } from '../content/draft.js';
import { MUTANTS_FILE } from '../content/names.js';
import { type Mutants, readMutants } from '../mutants/mutants.js';
import { type Claim, claim } from './claim.js';

/** Something to prove, or the claim that fails before anything can be run. */
type Loaded<Something> = ({ ok: true } & Something) | { ok: false; unproved: Claim };

/** An exercise that can be run here. */
export async function load({ dir }: Draft): Promise<Loaded<{ exercise: Exercise }>> {
  try {
    const exercise = await loadExercise(dir);
    const missing = await missingPrerequisites(exercise.config, checkEnvironment(process.env));
    if (missing.length === 0) return { ok: true, exercise };
    return unproved('its programs are here', ...missing.map((name) => `${name} is not installed`));
  } catch (error) {
    if (error instanceof PracticeError) return unproved('it is whole', error.message);
    throw error;
  }
}

export async function loadWithMutants(draft: Draft): Promise<Loaded<{ exercise: Exercise; mutants: Mutants }>> {
  const mutants = readMutants(draft.dir);
  if (!mutants.ok) return unproved('it is whole', `${MUTANTS_FILE}: ${mutants.issues.join('; ')}`);
  const loaded = await load(draft);
  return loaded.ok ? { ...loaded, mutants: mutants.value } : loaded;
}

function unproved(title: string, ...problems: string[]): { ok: false; unproved: Claim } {
  return { ok: false, unproved: claim(title, problems) };
}
