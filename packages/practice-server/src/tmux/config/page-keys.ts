import { AGENT_CLIS } from '@agent-factory/agent-cli';

/** Shells, of which some make with PageUp what they make with the arrow keys, and what AI CLIs that are scripts run in. */
const SHELLS = ['sh', 'bash', 'dash', 'ksh', 'mksh', 'zsh', 'fish', 'node'];

const IGNORING = new Set([...SHELLS, ...Object.values(AGENT_CLIS).flatMap(({ command }) => command ?? [])]);

/**
 * Whether a program, by the name that tmux has for it, has no use for PageUp on the usual screen. Of all
 * others it must be assumed: Git shows its log in `less -X`, which has no screen of its own.
 */
export function ignoresPageKeys(command: string): boolean {
  return IGNORING.has(command.replace(/^-/, ''));
}
