/** Folder of the exercises in a project; below, the generated list of them. */
export const EXERCISES_FOLDER = 'exercises';
export const REGISTRY_FILE = 'registry.json';
export const SCHEMA_FOLDER = 'schema';
/** The schema with which editors help with config.json. */
export const CONFIG_SCHEMA_FILE = `${SCHEMA_FOLDER}/exercise.json`;
/** The rules that all tutors' instructions share. */
export const POLICY_FILE = '_policy.md';
/** Check libraries, one folder for each language. */
export const LIBRARY_FOLDER = '_lib';

/** Where `build` writes what students get. Git ignores it. */
export const SERVED_FOLDER = 'dist';

export const CONFIG_FILE = 'config.json';
/** Instructions for the tutor that are special to one exercise. */
export const TUTOR_FILE = 'tutor.md';
/** The tutor's instructions under the names that the AI CLIs look for. */
export const INSTRUCTION_FILES = ['CLAUDE.md', 'AGENTS.md', 'GEMINI.md'] as const;
export const STARTER_FOLDER = 'starter';
export const SOLUTION_FOLDER = 'solution';
export const MUTANTS_FILE = 'mutants.json';
/** Beside the exercises, where authors edit mutants. Never checked in. */
export const WORKING_FOLDER = '.mutants';
export const CHECKS_FOLDER = 'checks';

/** What interpreters and file managers leave in a folder that someone has worked in. */
const LITTER = new Set(['__pycache__', '.DS_Store', '.pytest_cache', 'node_modules', '.git']);
/** Compiled Python; backups and locks of Emacs (`x~`, `#x#`, `.#x`); swap files of Vim. */
const LITTER_PATTERN = /\.pyc$|~$|^#.*#$|^\.#|^\..*\.sw[a-p]$/;

export function isLitter(name: string): boolean {
  return LITTER.has(name) || LITTER_PATTERN.test(name);
}
