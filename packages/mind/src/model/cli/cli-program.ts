import { AGENT_CLIS, findProgram, signedIn } from '@agent-factory/agent-cli';
import { childEnvironment } from '@agent-factory/subprocess';

/** Milliseconds for which it is not asked again whether the student is signed in: that starts the CLI. */
const KEPT_MS = 60_000;

/**
 * What Claude Code is told of the student's own environment, beside what any program is: where it keeps its sign-in, the
 * token of a subscription that `claude setup-token` gives, and certificates. Nothing else of ANTHROPIC_*, CLAUDE_CODE_*
 * or of a cloud: with any of some thirty of them (ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN, ANTHROPIC_BASE_URL,
 * ANTHROPIC_CUSTOM_HEADERS, CLAUDE_CODE_USE_BEDROCK, _VERTEX, _FOUNDRY, …; new ones come) somebody else is asked, or a key
 * pays, and not the subscription (https://code.claude.com/docs/en/env-vars).
 */
const OWN = [
  'CLAUDE_CONFIG_DIR',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_CERT_STORE',
  'CLAUDE_CODE_CLIENT_CERT',
  'CLAUDE_CODE_CLIENT_KEY',
  'CLAUDE_CODE_CLIENT_KEY_PASSPHRASE',
] as const;

/** What runs the CLI that models are reached through. */
export interface CliProgram {
  /** Absolute path. */
  readonly path: string;
  /** The whole environment. */
  readonly env: Record<string, string>;
}

interface CliOptions {
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  readonly closing: AbortSignal;
}

/** Claude Code, as long as the student is signed in to it. */
export class SignedInCli {
  readonly #options: CliOptions;
  #asked: { readonly at: number; readonly program: Promise<CliProgram | string> } | undefined;

  constructor(options: CliOptions) {
    this.#options = options;
  }

  /** The program, or why it cannot be used, in words that say what to do. */
  find(): Promise<CliProgram | string> {
    if (this.#asked === undefined || performance.now() - this.#asked.at > KEPT_MS)
      this.#asked = { at: performance.now(), program: this.#look() };
    return this.#asked.program;
  }

  /** The next call asks anew. */
  forget(): void {
    this.#asked = undefined;
  }

  async #look(): Promise<CliProgram | string> {
    const { claude } = AGENT_CLIS;
    const env = childEnvironment(this.#options.environment, OWN);
    const program = await findProgram(claude, env);
    if (program?.kind !== 'found')
      return `Claude Code is not installed. Install it with ${claude.install.join(' and ')}, and sign in to it.`;
    const isSignedIn = await signedIn(claude, { env, signal: this.#options.closing });
    if (isSignedIn !== true)
      return 'Claude Code is not signed in. Sign in with claude auth login; a minute later it is found.';
    return { path: program.path, env };
  }
}
