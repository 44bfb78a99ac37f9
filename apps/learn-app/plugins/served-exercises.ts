import { join } from 'node:path';
import type { Plugin } from '@docusaurus/types';
import { copyExercises, EXERCISES } from '../scripts/copy-exercises.mjs';

/** Serves the exercises below `/exercises/`: copied before a build, and again when one changes in development. */
export function servedExercises(): Plugin {
  return {
    name: 'served-exercises',
    loadContent() {
      copyExercises();
    },
    getPathsToWatch() {
      return [join(EXERCISES, '**')];
    },
  };
}
