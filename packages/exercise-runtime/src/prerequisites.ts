import type { ExerciseConfig } from '@agent-factory/protocol';
import { findExecutable } from '@agent-factory/subprocess';

/** The programs that an exercise needs and that are not on this environment's PATH. */
export async function missingPrerequisites(
  config: Pick<ExerciseConfig, 'prerequisites'>,
  env: Record<string, string>,
): Promise<string[]> {
  const paths = await Promise.all(config.prerequisites.map((name) => findExecutable(name, env)));
  return config.prerequisites.filter((_, index) => paths[index] === undefined);
}
