import type { Usage } from '@agent-factory/protocol/conversations';

/** What was used before and what was used since, together. */
export function addUsage(total: Usage, more: Usage = {}): Usage {
  const names = new Set([...Object.keys(total), ...Object.keys(more)]) as Set<keyof Usage>;
  return Object.fromEntries([...names].map((name) => [name, (total[name] ?? 0) + (more[name] ?? 0)]));
}
