import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Project } from '../content/project.js';
import { KitError } from '../kit-error.js';

/** What a preview runs. */
export interface Programs {
  /** Folder of the lesson site. */
  site: string;
  docusaurus: string;
  /** The practice server's program, run by Node. */
  server: string;
}

/** Finds the lesson site and the practice server around the exercises. Throws KitError if they are missing. */
export function findPrograms({ exercises }: Project): Programs {
  const root = dirname(exercises);
  const site = join(root, 'apps/learn-app');
  const programs = {
    site,
    docusaurus: join(site, 'node_modules/.bin/docusaurus'),
    server: join(root, 'packages/practice-server/dist/cli.js'),
  };
  const missing = Object.values(programs).filter((path) => !existsSync(path));
  if (missing.length === 0) return programs;
  throw new KitError(
    [
      'A preview shows the exercise in the lesson site with the practice server beside it, and these are missing:',
      ...missing.map((path) => `  ${path}`),
      'Put the exercise below exercises/ in a clone of the project that has the lesson site, and run there:',
      '  npm run exercise-kit -- preview <id>',
      'That installs and builds what is missing. lint, test and build work everywhere.',
    ].join('\n'),
  );
}
