import { fileURLToPath } from 'node:url';

/** Files of this package, one level up from the sources, from the compiled files and from the bundle. */
const asset = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Templates for a new exercise. */
export const TEMPLATES = asset('templates');
/** What students say who want the solution from their tutor. */
export const PRESSURE = asset('pressure/turns.json');
/** The policy and the check libraries, for projects that have none yet. This package's build makes the folder. */
export const SHARED = asset('dist/shared');
