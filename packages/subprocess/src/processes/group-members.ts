import { processIds, readProcesses, statFields } from './proc.js';

/**
 * Whether a live process of the group is left. To the kernel, a zombie still counts; in a container whose
 * first process collects late, or never, we would wait for it in vain. If we cannot look, as without a
 * /proc (macOS), we take the kernel's word.
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
