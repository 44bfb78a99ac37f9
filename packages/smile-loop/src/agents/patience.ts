export const PATIENCE_LEVELS = ['low', 'medium', 'high'] as const;
export type PatienceLevel = (typeof PATIENCE_LEVELS)[number];

interface Patience {
  /** Different ways that it tries before it asks. */
  readonly approaches: number;
  /** What the student is told, with the number of ways that it may try. */
  readonly instruction: (approaches: number) => string;
}

/** Low asks at once, medium after two or three ways, high after all that it can think of: six are more than anybody has. */
export const PATIENCE: Readonly<Record<PatienceLevel, Patience>> = {
  low: {
    approaches: 1,
    instruction: () =>
      'Ask at the first sign of difficulty. Do the step once, as it is written. If that fails, do not look for another way.',
  },
  medium: {
    approaches: 3,
    instruction: (count) =>
      `Be moderately persistent. When a step fails, read the message and try up to ${ways(count)} before you ask.`,
  },
  high: {
    approaches: 6,
    instruction: (count) =>
      `Be very persistent. When a step fails, read the messages, look around in the folder, read the tutorial again, and try everything that it gives you reason to: up to ${ways(count)}. Ask only when nothing is left.`,
  },
};

/** Ways that a student tries; `maxRetries` of the configuration is never passed, 0 sets no bound. */
export function approachesOf(level: PatienceLevel, maxRetries: number): number {
  const { approaches } = PATIENCE[level];
  return maxRetries > 0 ? Math.min(approaches, maxRetries) : approaches;
}

function ways(count: number): string {
  return count === 1 ? '1 way' : `${count} different ways`;
}
