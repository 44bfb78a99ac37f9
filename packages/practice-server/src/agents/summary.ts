import type { AgentCli } from '@agent-factory/agent-cli';
import type { Dependency, SetupStep } from '@agent-factory/protocol';
import type { AgentSummary } from '@agent-factory/protocol/agents';
import { agentStep, tooOldAgent } from '../dependencies/steps.js';

/** An agent as it is told to the student, with the next step for each thing that it lacks. */
export function summaryOf(cli: AgentCli, state: Dependency): AgentSummary {
  const { installed, version, signedIn, blocked } = state;
  const next = agentStep(cli, state) ?? signInStep(cli, signedIn);
  const tooOld = tooOldForms(cli, version);
  const signInHelp = installed ? unknownSignIn(cli, signedIn) : undefined;
  return {
    id: cli.id,
    name: cli.name,
    isCustom: cli.isCustom === true,
    installed,
    terminal: cli.terminal,
    ...(version !== undefined && { version }),
    ...(signedIn !== undefined && { signedIn }),
    ...(blocked !== undefined && { blocked }),
    ...(tooOld !== undefined && { tooOld }),
    ...(next !== undefined && { next }),
    ...(signInHelp !== undefined && { signInHelp }),
    ...(cli.chat !== undefined && { chat: cli.chat.abilities }),
  };
}

function tooOldForms(cli: AgentCli, version: string | undefined): AgentSummary['tooOld'] {
  const [terminal, chat] = [tooOldAgent(cli, 'terminal', version), tooOldAgent(cli, 'chat', version)];
  return terminal || chat ? { ...(terminal && { terminal }), ...(chat && { chat }) } : undefined;
}

function signInStep({ id, name, signInHelp }: AgentCli, signedIn: boolean | undefined): SetupStep | undefined {
  if (signedIn !== false || signInHelp === undefined) return undefined;
  const { message, commands } = signInHelp;
  return {
    dependency: id,
    reason: `${id}_not_signed_in`,
    title: `Sign in to ${name}`,
    message,
    commands: [...commands],
  };
}

/** For a CLI that needs a sign-in and cannot tell of it, or has not answered. The help of the former claims nothing. */
function unknownSignIn({ id, name, signIn, signInHelp }: AgentCli, signedIn: boolean | undefined) {
  if (signedIn !== undefined || signIn === undefined || signInHelp === undefined) return undefined;
  const how = 'look' in signIn ? signInHelp.message : 'If you are not, the command below begins it.';
  return {
    dependency: id,
    reason: `${id}_sign_in_unknown`,
    title: `Sign in to ${name}`,
    message: `It is not known whether you are signed in to ${name}. ${how}`,
    commands: [...signInHelp.commands],
  };
}
