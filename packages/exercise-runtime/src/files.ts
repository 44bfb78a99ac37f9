import type { ExerciseConfig } from '@agent-factory/protocol';

export const CONFIG_FILE = 'config.json';
/** Name of the tutor's instructions in an exercise and in every workspace. */
export const INSTRUCTIONS_FILE = 'CLAUDE.md';
/** Folder of an exercise whose files go into the workspace. */
export const STARTER_FOLDER = 'starter';

/** Every file of an exercise besides its config.json, relative to its folder: what has to be fetched. */
export function exerciseFiles(config: ExerciseConfig): string[] {
  const starter = config.workspace.starterFiles.map((path) => `${STARTER_FOLDER}/${path}`);
  const check =
    config.verification?.type === 'script' ? [config.verification.script, ...config.verification.files] : [];
  return [...new Set([INSTRUCTIONS_FILE, ...starter, ...check])];
}
