import { type AgentCli, AgentList } from '@agent-factory/agent-cli';
import { type AgentSummary, agentsFileSchema } from '@agent-factory/protocol/agents';
import * as z from 'zod';
import { fileProblems } from '../agents/file-problems.js';
import { summaryOf } from '../agents/summary.js';
import type { Config } from '../config.js';
import { askAgent } from '../dependencies/agent-state.js';
import { tildify } from '../home/paths.js';
import { sessionEnvironment } from '../system/child-environment.js';

/** `practice-server agents`: which agents there are, and what each still needs. Exit code 1 if anything is wrong with agents.json. */
export async function agents({ paths, environment, agent }: Config): Promise<number> {
  const list = new AgentList(paths.agents);
  const env = sessionEnvironment(environment, list);
  const [lines, problems] = await Promise.all([
    Promise.all(list.all().map((cli) => describe(cli, env))),
    fileProblems(list, environment),
  ]);
  const chosen = `New exercises begin with ${list.find(agent)?.name ?? agent}, unless another one is chosen in the panel.`;
  const own = `Agents of your own are described in ${tildify(paths.agents, paths.home)}; "agents --schema" prints its format.`;
  process.stdout.write(`${[...lines, '', ...problems, chosen, own].join('\n')}\n`);
  return problems.length === 0 ? 0 : 1;
}

/** `practice-server agents --schema`: the JSON Schema of agents.json. */
export function printAgentsSchema(): number {
  process.stdout.write(`${JSON.stringify(z.toJSONSchema(agentsFileSchema, { io: 'input' }), null, 2)}\n`);
  return 0;
}

async function describe(cli: AgentCli, env: Record<string, string>): Promise<string> {
  const agent = summaryOf(cli, await askAgent(cli, env));
  const forms = [...(cli.terminal ? ['terminal'] : []), ...(cli.chat === undefined ? [] : ['chat'])].join(', ');
  const head = `${cli.id.padEnd(14)} ${cli.name.padEnd(14)} ${forms.padEnd(14)} ${stateWords(agent)}`.trimEnd();
  return [head, ...nextCommands(agent).map((command) => `${' '.repeat(15)}${command}`)].join('\n');
}

const BLOCKED_WORDS: Record<string, string> = {
  shell: 'refused: a link to a shell',
  cannot_start: 'cannot be started',
};

function stateWords({ installed, blocked, version, tooOld, signedIn, signInHelp }: AgentSummary): string {
  if (blocked !== undefined) return BLOCKED_WORDS[blocked] ?? 'not executable';
  if (!installed) return 'not installed';
  const old = tooOld?.terminal ?? tooOld?.chat;
  const where = tooOld?.terminal ? '' : ' for the chat';
  const signIn = signedIn === undefined ? signInHelp && 'sign-in not known' : signedIn ? 'signed in' : 'not signed in';
  return [version, old && `too old${where}: needs ${old.needs}`, signIn].filter(Boolean).join(', ');
}

/** An update goes first: a newer version may sign in otherwise. */
function nextCommands({ tooOld, next, signInHelp }: AgentSummary): readonly string[] {
  return (tooOld?.terminal?.next ?? tooOld?.chat?.next ?? next ?? signInHelp)?.commands ?? [];
}
