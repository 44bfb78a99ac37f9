import type { ExerciseConfig } from '@agent-factory/protocol';

/** Every criterion that a config names, in the order of its stages. A script may print others. */
export function namedCriteria({ stages, hints, needs, verification }: ExerciseConfig): string[] {
  const names = [
    ...stages.flatMap(({ criteria }) => criteria),
    ...(verification?.type === 'checks' ? verification.checks.map(({ name }) => name) : []),
    ...Object.keys(hintLadders(hints)),
    ...Object.entries(needs).flatMap(([name, others]) => [...others, name]),
  ];
  return [...new Set(names)];
}

/** By criterion, its hints. None where a config has but the number of them. */
export function hintLadders(hints: ExerciseConfig['hints']): Record<string, string[]> {
  return typeof hints === 'number' ? {} : hints;
}
