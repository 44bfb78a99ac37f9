import type { Usage } from '@agent-factory/protocol/conversations';

/** What was used before and what was used since, together. */
export function addUsage(total: Usage, more: Usage = {}): Usage {
  const names = new Set([...Object.keys(total), ...Object.keys(more)]) as Set<keyof Usage>;
  const sum = (name: keyof Usage) => Math.min((total[name] ?? 0) + (more[name] ?? 0), Number.MAX_SAFE_INTEGER);
  return Object.fromEntries([...names].map((name) => [name, sum(name)]));
}
