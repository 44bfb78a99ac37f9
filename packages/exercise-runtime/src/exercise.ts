import type { ExerciseConfig } from '@agent-factory/protocol';

/** An exercise on this disk, loaded and found whole. */
export interface Exercise {
  /** Absolute path of its folder: the daemon's cache or an author's. */
  dir: string;
  config: ExerciseConfig;
  /** Text of its CLAUDE.md. */
  instructions: string;
  /** Texts of the instructions it ships for other agents, by the name under which those look for them. */
  otherInstructions: ReadonlyMap<string, string>;
}
