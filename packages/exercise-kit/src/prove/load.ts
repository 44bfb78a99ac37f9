import { type Exercise, loadExercise, missingPrerequisites } from '@agent-factory/exercise-runtime';
import { PracticeError } from '@agent-factory/protocol';
import { checkEnvironment } from '@agent-factory/subprocess';
import type { Draft } from '../content/draft.js';
import { CONFIG_FILE, MUTANTS_FILE } from '../content/names.js';
import type { Project } from '../content/project.js';
import { serve } from '../generate/generate.js';
import { linksIn } from '../mutants/finished.js';
import { type Mutants, readMutants } from '../mutants/mutants.js';
import { type Claim, claim } from './claim.js';

/** An exercise to prove, or the claim that fails before anything can be run. */
type Loaded<Something> = ({ ok: true } & Something) | { ok: false; unproved: Claim };

/** An exercise as students get it, and as its author works on it. */
export interface ProvableExercise extends Exercise {
  source: string;
}

/** Loads an exercise that can be run here: as it is served, brought up to date. */
export async function load(project: Project, draft: Draft): Promise<Loaded<{ exercise: ProvableExercise }>> {
  if (!draft.config.ok) return unproved('it is whole', `${CONFIG_FILE}: ${draft.config.issues.join('; ')}`);
  const links = linksIn(draft.dir);
  if (links.length > 0) return unproved('it is whole', ...links.map((path) => `${path} is a symbolic link`));
  try {
    await serve(project, draft);
    const exercise = { ...(await loadExercise(draft.served)), source: draft.dir };
    const missing = await missingPrerequisites(exercise.config, checkEnvironment(process.env));
    if (missing.length === 0) return { ok: true, exercise };
    return unproved('its programs are here', ...missing.map((name) => `${name} is not installed`));
  } catch (error) {
    if (error instanceof PracticeError) return unproved('it is whole', error.message);
    throw error;
  }
}

export async function loadWithMutants(
  project: Project,
  draft: Draft,
): Promise<Loaded<{ exercise: ProvableExercise; mutants: Mutants }>> {
  const mutants = readMutants(draft.dir);
  if (!mutants.ok) return unproved('it is whole', `${MUTANTS_FILE}: ${mutants.issues.join('; ')}`);
  const loaded = await load(project, draft);
  return loaded.ok ? { ...loaded, mutants: mutants.value } : loaded;
}

function unproved(title: string, ...problems: string[]): { ok: false; unproved: Claim } {
  return { ok: false, unproved: claim(title, problems) };
}
