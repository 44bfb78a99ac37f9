import { processIds, readProcesses, statFields } from './proc.js';

/**
 * Whether a living process of the group is left. A dead one that its parent has not collected still
 * counts for the kernel, and in a container whose first process collects late, or never, it would
 * be waited for in vain. Where we cannot look, as without a /proc (macOS), the kernel's word is taken.
 */
export async function hasLivingMember(group: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  try {
    return (await readProcesses(processIds(), 'stat')).some((stat) => isLivingMember(stat, group));
  } catch {
    return true;
  }
}

function isLivingMember(stat: string, group: number): boolean {
  const [state, , groupId] = statFields(stat);
  return Number(groupId) === group && state !== 'Z' && state !== 'X';
}
