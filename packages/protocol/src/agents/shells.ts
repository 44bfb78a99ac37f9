/**
 * Programs whose arguments are another program or a line of commands. With one of them as its command, an agent's list
 * of arguments would be a shell in disguise, and an agent is started as itself. Interpreters (`node`, `python3`) and
 * runners of packages (`npx`, `uvx`) are none of these: agents are shipped as scripts and packages, and what those two
 * run is named in the file.
 */
const SHELLS = [
  'sh ash bash csh dash elvish es fish hush ion ksh lksh mksh murex nu nush oil osh pdksh posh powershell pwsh rbash rc',
  'rksh rzsh sash tcsh xonsh yash ysh zsh cmd command exec eval builtin',
  // One program under many names, of which `sh` is one.
  'busybox toybox',
  // As somebody else, or somewhere else.
  'sudo doas su sudoedit runuser pkexec gosu su-exec setpriv chroot unshare nsenter systemd-run ssh',
  // With other limits, times, terminals or arguments.
  'env nohup setsid nice ionice chrt taskset timeout stdbuf time watch flock xargs parallel find script expect unbuffer',
  'at batch strace ltrace gdb tmux screen dtach osascript open xdg-open',
].flatMap((line) => line.split(' '));

const NAMES = new Set(SHELLS);

/**
 * Whether a program of this name or path runs whatever it is told to. Versions at the end of a name, capital letters
 * and `.exe` make it no other program: `ksh93`, `zsh-5.9`, `BASH` on a disk that knows no capitals.
 */
export function isShell(program: string): boolean {
  const name = (program.split('/').pop() ?? '').toLowerCase().replace(/\.exe$/, '');
  return NAMES.has(name) || NAMES.has(name.replace(/(-static|-preview|[-.\d]+)$/, ''));
}

/** What is said of such a command. */
export const NOT_A_SHELL = 'the agent itself, not a shell that starts it';
