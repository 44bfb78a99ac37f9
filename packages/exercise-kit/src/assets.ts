import { fileURLToPath } from 'node:url';

/** Files of this package, one level up from the sources, the compiled files and the bundle alike. */
const asset = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** What a new exercise is made from. */
export const TEMPLATES = asset('templates');
/** The policy and the check libraries, for projects that have none yet. Made by this package's build. */
export const SHARED = asset('dist/shared');
