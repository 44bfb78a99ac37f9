/** Folder of the exercises in a project, and the generated list of them. */
export const EXERCISES_FOLDER = 'exercises';
export const REGISTRY_FILE = 'registry.json';
export const SCHEMA_FOLDER = 'schema';
/** What editors help with config.json by. */
export const CONFIG_SCHEMA_FILE = `${SCHEMA_FOLDER}/exercise.json`;
/** What every tutor's instructions share, written once. */
export const POLICY_FILE = '_policy.md';
/** Check libraries, one folder for each language. */
export const LIBRARY_FOLDER = '_lib';

/** Where `build` writes what students get of the exercises. Git does not see it. */
export const SERVED_FOLDER = 'dist';

export const CONFIG_FILE = 'config.json';
/** What is special to the tutor of one exercise. */
export const TUTOR_FILE = 'tutor.md';
/** The tutor's instructions under the names that the AI CLIs look for. */
export const INSTRUCTION_FILES = ['CLAUDE.md', 'AGENTS.md', 'GEMINI.md'] as const;
export const STARTER_FOLDER = 'starter';
export const SOLUTION_FOLDER = 'solution';
export const MUTANTS_FILE = 'mutants.json';
/** Beside the exercises: where their authors edit mutants. Never checked in. */
export const WORKING_FOLDER = '.mutants';
export const CHECKS_FOLDER = 'checks';

/** What interpreters and file managers leave in a folder that was worked in. */
const LITTER = new Set(['__pycache__', '.DS_Store', '.pytest_cache', 'node_modules', '.git']);

export function isLitter(name: string): boolean {
  return LITTER.has(name) || name.endsWith('.pyc');
}
