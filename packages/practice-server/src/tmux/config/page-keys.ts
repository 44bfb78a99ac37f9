import { AGENT_CLIS } from '@agent-factory/agent-cli';

/** Shells, some of which treat PageUp like the arrow keys, and what runs those AI CLIs that are scripts. */
const SHELLS = ['sh', 'bash', 'dash', 'ksh', 'mksh', 'zsh', 'fish', 'node'];

const IGNORING = new Set([...SHELLS, ...Object.values(AGENT_CLIS).flatMap(({ command }) => command ?? [])]);

/**
 * Whether a program, by the name that tmux has for it, has no use for PageUp on the normal screen. All others
 * may use it: Git shows its log in `less -X`, which does not switch to the alternate screen.
 */
export function ignoresPageKeys(command: string): boolean {
  return IGNORING.has(command.replace(/^-/, ''));
}
