import { readdir, readFile } from 'node:fs/promises';

/**
 * Whether a living process of the group is left. A dead one that its parent has not collected still
 * counts for the kernel, and in a container whose first process collects late, or never, it would
 * be waited for in vain. Where there is no /proc (macOS) the kernel's word is taken.
 */
export async function hasLivingMember(group: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const living = await Promise.all(pids.map((pid) => isLivingMember(pid, group)));
  return living.includes(true);
}

async function isLivingMember(pid: string, group: number): Promise<boolean> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // "pid (name) state parent group …"; the name may hold anything, parentheses included.
    const [state, , groupId] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(groupId) === group && state !== 'Z' && state !== 'X';
  } catch {
    // It ended while we were looking.
    return false;
  }
}
