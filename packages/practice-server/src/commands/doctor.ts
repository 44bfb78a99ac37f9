import { access, constants, statfs } from 'node:fs/promises';
import { AGENT_CLIS } from '@agent-factory/agent-cli';
import type { Dependency } from '@agent-factory/protocol';
import { Catalog } from '../catalog/catalog.js';
import type { Config } from '../config.js';
import { sessionEnvironment } from '../system/child-environment.js';
import { Dependencies, nextStep } from '../system/dependencies.js';
import { findRunningDaemon, type RunningDaemon } from '../system/running-daemon.js';
import { VERSION } from '../system/version.js';

const LOW_SPACE_BYTES = 200 * 1024 * 1024;

/** One line of the report. `advice` says what to do where `ok` is false; `optional` does not fail the whole. */
interface Finding {
  readonly ok: boolean;
  readonly text: string;
  readonly advice?: readonly string[];
  readonly optional?: boolean;
}

/** `practice-server doctor`: what is missing and how to get it. Exit code 1 when exercises cannot run. */
export async function doctor(config: Config): Promise<number> {
  const running = await findRunningDaemon(config.paths.discovery);
  const findings = [
    { ok: true, text: `practice-server ${VERSION}, Node ${process.version}, ${process.platform} ${process.arch}` },
    ...(await programs(config)),
    await homeFolder(config),
    // What the running daemon has counts; what this command would start with, where there is none.
    await lessons(running?.health.content ?? config.content, config),
    daemonState(running),
  ];
  process.stdout.write(`${findings.map(format).join('\n')}\n`);
  return findings.every((finding) => finding.ok || finding.optional === true) ? 0 : 1;
}

async function programs({ environment, agent }: Config): Promise<Finding[]> {
  const all = await new Dependencies({ environment: sessionEnvironment(environment), agent }).complete();
  return Object.entries(all).flatMap(([name, state]) => [program(name, state), ...signIn(name, state)]);
}

function program(name: string, state: Dependency): Finding {
  const step = nextStep({ [name]: state });
  if (step === undefined) return { ok: true, text: `${name} ${state.version ?? '(version unknown)'}` };
  return { ok: false, text: step.message, advice: step.commands };
}

function signIn(name: string, { signedIn }: Dependency): Finding[] {
  const agent = Object.values(AGENT_CLIS).find((cli) => cli.id === name);
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
    return { ok: false, text: `Less than 200 MB are free for ${paths.workspaces}.`, advice: ['Free some space.'] };
  } catch {
    return {
      ok: false,
      text: `${paths.home} cannot be written.`,
      advice: ['Check its permissions, or set AF_PRACTICE_HOME.'],
    };
  }
}

async function lessons(content: string, { paths }: Config): Promise<Finding> {
  try {
    const { registry, from } = await new Catalog(content, paths.cache).registry();
    const where = from === 'cache' ? `from an earlier visit; ${content} does not answer now` : `at ${content}`;
    return { ok: true, text: `${registry.exercises.length} exercises ${where}` };
  } catch (error) {
    return { ok: false, optional: true, text: error instanceof Error ? error.message : String(error) };
  }
}

function daemonState(running: RunningDaemon | undefined): Finding {
  if (running !== undefined) return { ok: true, text: `running on http://localhost:${running.discovery.port}` };
  return { ok: false, optional: true, text: 'not running', advice: ['npx @agent-factory/practice-server'] };
}

function format({ ok, text, advice = [], optional }: Finding): string {
  const mark = ok ? 'ok     ' : optional ? 'note   ' : 'missing';
  return [`${mark}  ${text}`, ...advice.map((line) => `           ${line}`)].join('\n');
}
