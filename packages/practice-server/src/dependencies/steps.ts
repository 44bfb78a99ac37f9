import { type AgentCli, type AgentList, isOlder } from '@agent-factory/agent-cli';
import { type Dependency, PracticeError, type SetupStep } from '@agent-factory/protocol';
import { NOT_A_SHELL } from '@agent-factory/protocol/agents';
import { OLDEST_TMUX } from '../tmux/config/versions.js';
import { systemInstallCommands } from './install-commands.js';

/** The two forms in which an agent runs. */
export type AgentForm = 'terminal' | 'chat';

/** The first thing that keeps an agent from starting in this form, in the order in which to fix them. */
export function nextStep(
  dependencies: Record<string, Dependency>,
  agents: AgentList,
  form: AgentForm = 'terminal',
): SetupStep | undefined {
  for (const [name, state] of Object.entries(dependencies)) {
    const agent = agents.find(name);
    if (!state.installed) return agent ? absentAgent(agent, state) : missingStep(name);
    const old = agent && tooOldAgent(agent, form, state.version);
    if (old !== undefined) return old.next;
    if (agent === undefined && state.supported === false) return tooOldTmux(name, state.version);
  }
  return undefined;
}

/** What to do about an agent that cannot be started at all. */
function absentAgent(agent: AgentCli, { blocked, path }: Dependency): SetupStep {
  if (path === undefined || blocked === undefined) return missingStep(agent.id, agent);
  if (blocked === 'cannot_start') return cannotStartStep(agent, path);
  return blocked === 'shell' ? shellStep(agent, path) : notExecutableStep(agent, path);
}

/** The same for a list of all agents, none of which is required. */
export function agentStep(agent: AgentCli, state: Dependency): SetupStep | undefined {
  if (state.installed) return undefined;
  if (state.blocked !== undefined) return absentAgent(agent, state);
  const step = missingStep(agent.id, agent);
  const how = step.commands.length > 0 ? 'The command below installs it.' : howToInstall(agent);
  return { ...step, message: `${agent.name} was not found on this machine. ${how}` };
}

/** Which version this form needs, and what to do, if that of the agent is known to be too old. */
export function tooOldAgent(
  { id, name, oldest, coaching, install }: AgentCli,
  form: AgentForm | 'coach',
  version: string | undefined,
): { needs: string; next: SetupStep } | undefined {
  const needs = form === 'coach' ? coaching?.since : oldest?.[form];
  if (needs === undefined || version === undefined || !isOlder(version, needs)) return undefined;
  const next = {
    dependency: id,
    reason: `${id}_too_old`,
    title: `Update ${name}`,
    message: `${name} ${version} is too old for the ${form}, which needs ${needs} or newer. The command below installs the newest.`,
    commands: [...install],
  };
  return { needs, next };
}

/** The error for a step that has to be done first. */
export function missing(step: SetupStep): PracticeError {
  const { dependency, commands, title } = step;
  return new PracticeError('dependency_missing', step.message, {
    missing: dependency,
    reason: step.reason,
    title,
    commands,
  });
}

/** The error for a program that an exercise needs and that is not installed. */
export function missingPrerequisite(program: string): PracticeError {
  return missing(missingStep(program));
}

function missingStep(name: string, agent?: AgentCli): SetupStep {
  const title = agent?.name ?? name;
  const commands = agent === undefined ? systemInstallCommands(name) : [...agent.install];
  const how = commands.length > 0 ? 'Install it with the command below.' : howToInstall(agent);
  return {
    dependency: name,
    reason: `${name}_not_found`,
    title: `Install ${title}`,
    message: `${title} is required and was not found on this machine. ${how}`,
    commands,
  };
}

function howToInstall(agent: AgentCli | undefined): string {
  if (agent === undefined) return 'Install it with the package manager of your system.';
  return `Install it, or correct its command in ~/.af-practice/agents.json ("${agent.command}").`;
}

function notExecutableStep({ id, name }: AgentCli, path: string): SetupStep {
  return {
    dependency: id,
    reason: `${id}_not_executable`,
    title: `Allow ${name} to run`,
    message: `${name} is there (${path}), but its file may not be run as a program. The command below allows it.`,
    commands: [makeExecutable(path)],
  };
}

function cannotStartStep(agent: AgentCli, path: string): SetupStep {
  const { id, name, install } = agent;
  const how = install.length > 0 ? 'The command below installs it again.' : howToInstall(agent);
  return {
    dependency: id,
    reason: `${id}_cannot_start`,
    title: `Repair ${name}`,
    message: `${name} is there (${path}), but it could not be started: the program that its first line names may be missing. ${how}`,
    commands: [...install],
  };
}

function shellStep({ id, name }: AgentCli, path: string): SetupStep {
  return {
    dependency: id,
    reason: `${id}_shell`,
    title: `Correct the command of ${name}`,
    message: `${path} is a link to a shell, or to a program that runs others. The command in ~/.af-practice/agents.json has to be ${NOT_A_SHELL}.`,
    commands: [],
  };
}

/** A command for any shell: a path with odd characters is quoted. */
export function makeExecutable(path: string): string {
  return `chmod +x ${/^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`}`;
}

function tooOldTmux(name: string, version = 'unknown'): SetupStep {
  return {
    dependency: name,
    reason: `${name}_too_old`,
    title: `Update ${name}`,
    message: `${name} ${version} is too old; ${OLDEST_TMUX.join('.')} or newer is required.`,
    commands: systemInstallCommands(name),
  };
}
