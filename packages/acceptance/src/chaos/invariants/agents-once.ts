import type { Invariant } from '../invariant.js';
import { AGENT_PROGRAM } from '../world/home.js';
import { homeProcesses } from '../world/processes-of.js';

export const agentsOnce: Invariant = {
  name: 'agents-once',
  holds: 'no folder has two agents at work in it',
  async check(world) {
    const agents = (await homeProcesses(world)).filter(({ command }) => isAgent(command));
    const folders = agents.map(({ folder }) => folder);
    const shared = new Set(folders.filter((folder, n) => folders.indexOf(folder) !== n));
    return [...shared].map((folder) => {
      const pids = agents.filter((agent) => agent.folder === folder).map(({ pid }) => pid);
      return `${pids.length} agents work in ${folder}: ${pids.join(', ')}`;
    });
  },
};

/** The agent is what its interpreter runs; the process that starts it belongs to the session, and is not the agent. */
function isAgent(command: string): boolean {
  const [interpreter = '', program = ''] = command.split(' ');
  return interpreter.endsWith('bash') && program.endsWith(`/${AGENT_PROGRAM}`);
}
