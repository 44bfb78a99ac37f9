import { isAbsolute } from 'node:path';
import { type AgentCli, type AgentList, findProgram } from '@agent-factory/agent-cli';
import { MAX_PROBLEM_LENGTH, NOT_A_SHELL } from '@agent-factory/protocol/agents';
import { childEnvironment } from '@agent-factory/subprocess';
import { makeExecutable } from '../dependencies/steps.js';
import { agentEnvironment } from '../system/child-environment.js';

/**
 * Everything that is wrong with agents.json, one a line, with what to do: what it says, and what it names and this
 * machine lacks. `environment` is that of the practice server.
 */
export async function fileProblems(agents: AgentList, environment: NodeJS.ProcessEnv): Promise<string[]> {
  const own = agents.all().filter(({ isCustom }) => isCustom === true);
  const found = await Promise.all(
    own.map(async (agent) => {
      const problems = [...missingVariables(agent, environment), ...(await programProblems(agent, environment))];
      return problems.map((problem) => shortened(`agents.json, agent "${agent.id}": ${problem}`));
    }),
  );
  return [...agents.problems, ...found.flat()];
}

/** As long as the protocol lets a problem be. */
function shortened(problem: string): string {
  return problem.length > MAX_PROBLEM_LENGTH ? `${problem.slice(0, MAX_PROBLEM_LENGTH - 1)}…` : problem;
}

/** Variables that a described agent asks for and that the practice server was not started with. */
function missingVariables({ environment: names }: AgentCli, environment: NodeJS.ProcessEnv): string[] {
  const missing = names.filter((name) =>
    Object.keys(childEnvironment(environment, [name])).every((found) => !covers(name, found)),
  );
  if (missing.length === 0) return [];
  const is = missing.length === 1 ? 'is' : 'are';
  const them = missing.length === 1 ? 'it' : 'them';
  return [`${missing.join(', ')} ${is} not set. Set ${them} where you start the practice server, and start it again.`];
}

function covers(name: string, found: string): boolean {
  return name.endsWith('*') ? found.startsWith(name.slice(0, -1)) : found === name;
}

/** A name that is not on the PATH is no mistake in the file: its program may be installed later. */
async function programProblems(agent: AgentCli, environment: NodeJS.ProcessEnv): Promise<string[]> {
  const { command = '' } = agent;
  const program = await findProgram(agent, agentEnvironment(environment, agent));
  if (program?.kind === 'shell') return [`command: ${NOT_A_SHELL}: ${program.path} is a link to one.`];
  if (!isAbsolute(command)) return [];
  if (program?.kind === 'not_executable')
    return [`${command} may not be run. Allow it with ${makeExecutable(command)}`];
  if (program?.kind !== 'missing') return [];
  return [`${command} is not there. Correct the path, or install the agent there.`];
}
