import type { ExerciseConfig } from '@agent-factory/protocol';

export const CONFIG_FILE = 'config.json';
/** Name of the tutor's instructions in an exercise and in every workspace. */
export const INSTRUCTIONS_FILE = 'CLAUDE.md';
/** Names under which other agents look for theirs. An exercise need not ship them; CLAUDE.md serves instead. */
export const OTHER_INSTRUCTIONS_FILES = ['AGENTS.md', 'GEMINI.md'] as const;
/** Folder of an exercise that only its author and the lesson site have. */
export const SOLUTION_FOLDER = 'solution';
/** Folder of an exercise whose files go into the workspace. */
export const STARTER_FOLDER = 'starter';

/** The files of an exercise to fetch besides config.json, relative to its folder. Optional ones may be missing. */
export function exerciseFiles(config: ExerciseConfig): string[] {
  const starter = config.workspace.starterFiles.map((path) => `${STARTER_FOLDER}/${path}`);
  const check =
    config.verification?.type === 'script' ? [config.verification.script, ...config.verification.files] : [];
  return [...new Set([INSTRUCTIONS_FILE, ...starter, ...check])];
}
