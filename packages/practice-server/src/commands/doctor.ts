import { access, constants, statfs } from 'node:fs/promises';
import { AgentList } from '@agent-factory/agent-cli';
import type { Dependency } from '@agent-factory/protocol';
import { withoutCredentials } from '../access/origins.js';
import { UNKNOWN_OWNER_ADVICE, unknownOwner } from '../access/peers/peers.js';
import { probeOwner } from '../access/peers/probe.js';
import { CAPABILITIES } from '../capabilities/list.js';
import { tablesOf } from '../capabilities/tables-of.js';
import { Catalog } from '../catalog/catalog.js';
import type { Config } from '../config.js';
import { Dependencies } from '../dependencies/dependencies.js';
import { nextStep } from '../dependencies/steps.js';
import { type DaemonAtPort, lookForDaemon, type RunningDaemon, unprovenWords } from '../discovery/running-daemon.js';
import { stateReport } from '../home/state-report.js';
import { sessionEnvironment } from '../system/child-environment.js';
import { VERSION } from '../system/version.js';
import { tryConfig } from '../tmux/config/try-config.js';

const LOW_SPACE_BYTES = 200 * 1024 * 1024;

/** One line of the report. `advice` says what to do if `ok` is false; an `optional` one does not fail the report. */
interface Finding {
  readonly ok: boolean;
  readonly text: string;
  readonly advice?: readonly string[];
  readonly optional?: boolean;
}

/** `practice-server doctor`: what is missing and how to get it. Exit code 1 when exercises cannot run. */
export async function doctor(config: Config): Promise<number> {
  const found = await lookForDaemon(config.paths.discovery);
  const running = found.kind === 'running' ? found.running : undefined;
  const findings = [
    { ok: true, text: `practice-server ${VERSION}, Node ${process.version}, ${process.platform} ${process.arch}` },
    ...(await programs(config)),
    await homeFolder(config),
    ...(await stateReport(config.paths, tablesOf(CAPABILITIES))),
    // The running daemon's content counts; if there is no daemon, what this command would start one with.
    await lessons(contentOf(config, running), config),
    daemonState(found),
    await otherUsers(),
  ];
  process.stdout.write(`${findings.map(format).join('\n')}\n`);
  return findings.every((finding) => finding.ok || finding.optional === true) ? 0 : 1;
}

async function programs({ environment, agent, paths }: Config): Promise<Finding[]> {
  const agents = new AgentList(paths.agents);
  const forSessions = sessionEnvironment(environment, agents);
  const all = await new Dependencies({ environments: { session: forSessions }, agents, agent }).complete();
  const found = Object.entries(all).flatMap(([name, state]) => [
    program(name, state, agents),
    ...signIn(name, state, agents),
  ]);
  const described = agents.problems.map((text) => ({ ok: false, optional: true, text }));
  found.push(...described);
  const canStart = all.tmux !== undefined && nextStep({ tmux: all.tmux }, agents) === undefined;
  return canStart ? [...found, await scratchSession(forSessions)] : found;
}

/** Whether tmux does what exercises need. */
async function scratchSession(environment: Record<string, string>): Promise<Finding> {
  const failure = await tryConfig(environment);
  if (failure === undefined) return { ok: true, text: 'tmux accepts our configuration' };
  const advice = ['Update tmux. If that does not help, report these lines with the version of tmux.'];
  return { ok: false, text: `tmux does not start a session with our configuration: ${failure}`, advice };
}

function program(name: string, state: Dependency, agents: AgentList): Finding {
  const step = nextStep({ [name]: state }, agents);
  if (step === undefined) return { ok: true, text: `${name} ${state.version ?? '(version unknown)'}` };
  return { ok: false, text: step.message, advice: step.commands };
}

function signIn(name: string, { signedIn }: Dependency, agents: AgentList): Finding[] {
  const agent = agents.find(name);
  if (agent === undefined || signedIn === undefined) return [];
  if (signedIn) return [{ ok: true, text: `signed in to ${agent.name}` }];
  const { message = `${agent.name} is not signed in.`, commands = [] } = agent.signInHelp ?? {};
  return [{ ok: false, optional: true, text: message, advice: commands }];
}

async function homeFolder({ paths }: Config): Promise<Finding> {
  try {
    await access(paths.home, constants.W_OK);
    const { bavail, bsize } = await statfs(paths.home);
    if (bavail * bsize > LOW_SPACE_BYTES) return { ok: true, text: `${paths.workspaces} can be written` };
    return { ok: false, text: `Less than 200 MB is free for ${paths.workspaces}.`, advice: ['Free some space.'] };
  } catch {
    return {
      ok: false,
      text: `${paths.home} cannot be written.`,
      advice: ['Check its permissions, or set AF_PRACTICE_HOME.'],
    };
  }
}

/** The running daemon does not say which password it fetches with. */
function contentOf({ content, contentSource }: Config, running: RunningDaemon | undefined): string {
  return running === undefined || running.health.content === content ? contentSource : running.health.content;
}

async function lessons(source: string, { paths }: Config): Promise<Finding> {
  const content = withoutCredentials(source);
  try {
    const { registry, from } = await new Catalog(source, paths.cache, undefined, true).registry();
    const where = from === 'cache' ? `from an earlier visit; ${content} does not answer now` : `at ${content}`;
    return { ok: true, text: `${registry.exercises.length} exercises ${where}` };
  } catch (error) {
    return { ok: false, optional: true, text: error instanceof Error ? error.message : String(error) };
  }
}

function daemonState(found: DaemonAtPort): Finding {
  if (found.kind === 'running')
    return { ok: true, text: `running on http://localhost:${found.running.discovery.port}` };
  if (found.kind === 'unproven') return { ok: false, optional: true, text: unprovenWords(found.discovery) };
  return { ok: false, optional: true, text: 'not running', advice: ['npx @agent-factory/practice-server'] };
}

async function otherUsers(): Promise<Finding> {
  const owner = await probeOwner();
  if (owner.kind === 'user') return { ok: true, text: 'other users of this machine are kept out' };
  const why = owner.kind === 'unknown' ? owner.why : 'not even its own connection is shown';
  return { ok: false, optional: true, text: unknownOwner(why), advice: [UNKNOWN_OWNER_ADVICE] };
}

function format({ ok, text, advice = [], optional }: Finding): string {
  const mark = ok ? 'ok     ' : optional ? 'note   ' : 'missing';
  return [`${mark}  ${text}`, ...advice.map((line) => `           ${line}`)].join('\n');
}
