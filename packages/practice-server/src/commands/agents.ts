import { type AgentCli, AgentList, detectAgent, signedIn } from '@agent-factory/agent-cli';
import { agentsFileSchema } from '@agent-factory/protocol/agents';
import { z } from 'zod';
import type { Config } from '../config.js';
import { tildify } from '../home/paths.js';
import { sessionEnvironment } from '../system/child-environment.js';

/** `practice-server agents`: which agents there are, and what each still needs. Exit code 1 if agents.json has problems. */
export async function agents({ paths, environment, agent }: Config): Promise<number> {
  const list = new AgentList(paths.agents);
  const env = sessionEnvironment(environment, list);
  const lines = await Promise.all(list.all().map((cli) => describe(cli, env)));
  const chosen = `New exercises begin with ${list.find(agent)?.name ?? agent}, unless another one is chosen in the panel.`;
  const own = `Agents of your own are described in ${tildify(paths.agents, paths.home)}; "agents --schema" prints its format.`;
  process.stdout.write(`${[...lines, '', ...list.problems, chosen, own].join('\n')}\n`);
  return list.problems.length === 0 ? 0 : 1;
}

/** `practice-server agents --schema`: the JSON Schema of agents.json. */
export function printAgentsSchema(): number {
  process.stdout.write(`${JSON.stringify(z.toJSONSchema(agentsFileSchema, { io: 'input' }), null, 2)}\n`);
  return 0;
}

async function describe(cli: AgentCli, env: Record<string, string>): Promise<string> {
  const [{ installed, version }, isSignedIn] = await Promise.all([detectAgent(cli, { env }), signedIn(cli, { env })]);
  const forms = [...(cli.terminal ? ['terminal'] : []), ...(cli.chat === undefined ? [] : ['chat'])].join(', ');
  const state = installed ? [version, signInWords(isSignedIn)].filter(Boolean).join(', ') : 'not installed';
  const next = installed ? (isSignedIn === false ? cli.signInHelp?.commands : undefined) : cli.install;
  const head = `${cli.id.padEnd(14)} ${cli.name.padEnd(14)} ${forms.padEnd(14)} ${state}`.trimEnd();
  return [head, ...(next ?? []).map((command) => `${' '.repeat(15)}${command}`)].join('\n');
}

function signInWords(isSignedIn: boolean | undefined): string {
  if (isSignedIn === undefined) return '';
  return isSignedIn ? 'signed in' : 'not signed in';
}
