import { filesOfExercise } from '../../generate/generate.js';
import { staleFiles } from '../../generate/generated-file.js';
import type { Finding } from '../finding.js';
import type { Subject } from '../rule.js';

/** The generated files of the exercise are what their sources say. */
export function checkGenerated({ draft, project }: Subject): Finding[] {
  return staleFiles(project.exercises, filesOfExercise(project, draft)).map(({ path }) => ({
    severity: 'error',
    file: path.slice(draft.id.length + 1),
    message: 'generated, and out of date. Run: exercise-kit build',
  }));
}
