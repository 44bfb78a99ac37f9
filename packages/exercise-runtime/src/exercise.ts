import type { ExerciseConfig } from '@agent-factory/protocol';

/** An exercise on this disk, loaded and complete. */
export interface Exercise {
  /** Absolute path of its folder: the daemon's cache or an author's. */
  dir: string;
  config: ExerciseConfig;
  /** Text of its CLAUDE.md. */
  instructions: string;
  /** Texts of the instructions it ships for other agents, by the file name that those agents look for. */
  otherInstructions: ReadonlyMap<string, string>;
}
