import { AGENT_CLIS, type AgentCli, type ChatForm, detectAgent, isOlder, signedIn } from '@agent-factory/agent-cli';
import { childEnvironment } from '@agent-factory/subprocess';
import { KitError } from '../../kit-error.js';

/** An AI CLI of this machine that can be talked to. */
export interface Tutor {
  readonly cli: AgentCli;
  readonly form: ChatForm;
  /** Absolute path of the program. */
  readonly program: string;
  /** Its whole environment. */
  readonly env: Record<string, string>;
}

/** A tutor, or why there is none, in words that say what to do. */
export type FoundTutor = { readonly ok: true; readonly tutor: Tutor } | { readonly ok: false; readonly why: string };

type KnownAgent = keyof typeof AGENT_CLIS;

/** The CLIs that can be tutors in a chat, by the names that authors call them. */
const TUTORS = (Object.keys(AGENT_CLIS) as KnownAgent[]).filter((id) => AGENT_CLIS[id].chat !== undefined);

/** Looks for a CLI, its version and its account. Throws KitError for a name that nobody knows. */
export async function findTutor(name: string, signal: AbortSignal): Promise<FoundTutor> {
  const id = TUTORS.find((known) => known === name);
  if (id === undefined) throw new KitError(`There is no tutor "${name}". Choose from: ${TUTORS.join(', ')}`);
  const cli: AgentCli = AGENT_CLIS[id];
  const env = childEnvironment(process.env, cli.environment);
  const { installed, path, version } = await detectAgent(cli, { env, signal });
  if (!installed || path === undefined || cli.chat === undefined) {
    return missing(`${cli.name} is not installed, or cannot be started. Install it:`, cli.install);
  }
  const oldest = cli.oldest?.chat;
  if (oldest !== undefined && isOlder(version, oldest)) {
    return missing(`${cli.name} ${version} is too old; ${oldest} is the first that works. Update it:`, cli.install);
  }
  if ((await signedIn(cli, { env, signal, version })) === false) return { ok: false, why: howToSignIn(cli) };
  return { ok: true, tutor: { cli, form: cli.chat, program: path, env } };
}

/** What to do for an account. */
export function howToSignIn({ name, signInHelp }: AgentCli): string {
  const why = `${name} cannot be asked without an account. Sign in, or set its API key in the environment, and try again:`;
  return [why, ...commands(signInHelp?.commands ?? [])].join('\n');
}

function missing(why: string, install: readonly string[]): FoundTutor {
  return { ok: false, why: [why, ...commands(install)].join('\n') };
}

function commands(all: readonly string[]): string[] {
  return all.map((command) => `    ${command}`);
}
