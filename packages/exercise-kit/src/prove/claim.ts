/** Something that has to be true of an exercise. */
export interface Claim {
  title: string;
  /** What is wrong, in words the author can act on; undefined if it holds. */
  problem?: string | undefined;
  /** Why nobody could find out. Then it counts neither as true nor as a problem. */
  unknown?: string | undefined;
  /** Milliseconds it took to find out. */
  durationMs?: number | undefined;
}

export function claim(title: string, problems: readonly string[], durationMs?: number): Claim {
  return { title, problem: problems.length === 0 ? undefined : problems.join('\n'), durationMs };
}
