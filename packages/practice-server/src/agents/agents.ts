import type { AgentCli } from '@agent-factory/agent-cli';
import type { AgentId, Dependency, ExerciseId, SetupStep } from '@agent-factory/protocol';
import type { AgentSummary, AgentsResponse, ChooseAgentRequest } from '@agent-factory/protocol/agents';
import { childEnvironment, findExecutable } from '@agent-factory/subprocess';
import { missingAgent } from '../dependencies/dependencies.js';
import type { SessionAccess } from '../sessions/session-access.js';
import { AgentChoices, type AgentTables } from './choices.js';

/** How long what was looked up for `/health` counts, in milliseconds. */
const PRESENCE_TTL_MS = 10_000;

/** Every agent there is, what each still needs, and which one the student has chosen. */
export class Agents {
  readonly #host: SessionAccess;
  readonly #choices: AgentChoices;
  readonly #found = new Map<AgentId, boolean>();
  #lookedUpAt = Number.NEGATIVE_INFINITY;

  constructor(host: SessionAccess) {
    this.#host = host;
    this.#choices = new AgentChoices(host.store.withTables<AgentTables>());
  }

  async list(): Promise<AgentsResponse> {
    const { agents, config } = this.#host;
    const [choices, summaries] = await Promise.all([
      this.#choices.all(),
      Promise.all(agents.all().map((cli) => this.#summary(cli))),
    ]);
    return {
      agents: summaries,
      choice: known(choices.everywhere, agents) ?? config.agent,
      exerciseChoices: { ...choices.byExercise },
      problems: [...agents.problems, ...this.#missingVariables()],
    };
  }

  /** Throws `agent_unknown`. */
  async choose({ agent, exerciseId }: ChooseAgentRequest): Promise<AgentsResponse> {
    if (agent !== null) this.#host.agents.get(agent);
    await this.#choices.choose(exerciseId, agent);
    return this.list();
  }

  /** A choice of an agent that the student no longer describes is none. */
  async agentFor(exerciseId: ExerciseId | undefined): Promise<AgentId | undefined> {
    const { everywhere, byExercise } = await this.#choices.all();
    const own = exerciseId === undefined ? undefined : byExercise[exerciseId];
    return known(own, this.#host.agents) ?? known(everywhere, this.#host.agents);
  }

  /** What is known of each without waiting: `2.1.330, signed in`. They are looked up in the background. */
  health(): Record<string, string> {
    this.#lookUp();
    const { agents, dependencies } = this.#host;
    return Object.fromEntries(agents.all().map(({ id }) => [id, this.#words(dependencies.known.get(id), id)]));
  }

  #words(state: Dependency | undefined, id: AgentId): string {
    if (state === undefined) return this.#found.get(id) === true ? 'installed' : 'not installed';
    const { version = 'installed', signedIn } = state;
    return [version, ...(signedIn === undefined ? [] : [signedIn ? 'signed in' : 'not signed in'])].join(', ');
  }

  /** Only whether they are there: to ask one for its version starts it. */
  #lookUp(): void {
    if (performance.now() - this.#lookedUpAt < PRESENCE_TTL_MS) return;
    this.#lookedUpAt = performance.now();
    const env = this.#host.environments.session;
    for (const { id, command } of this.#host.agents.all()) {
      const found = command === undefined ? Promise.resolve('') : findExecutable(command, env);
      void found.then((path) => this.#found.set(id, path !== undefined));
    }
  }

  async #summary(cli: AgentCli): Promise<AgentSummary> {
    const { installed, version, signedIn } = await this.#host.dependencies.stateOf(cli.id);
    const next = installed ? signInStep(cli, signedIn) : missingAgent(cli, this.#host.agents);
    return {
      id: cli.id,
      name: cli.name,
      isCustom: cli.isCustom === true,
      installed,
      terminal: cli.terminal,
      ...(version !== undefined && { version }),
      ...(signedIn !== undefined && { signedIn }),
      ...(next !== undefined && { next }),
      ...(cli.chat !== undefined && { chat: cli.chat.abilities }),
    };
  }

  /** Variables that a described agent asks for and that the daemon was not started with. */
  #missingVariables(): string[] {
    const { agents, config } = this.#host;
    return agents
      .all()
      .filter(({ isCustom }) => isCustom === true)
      .flatMap(({ id, environment }) => {
        const missing = environment.filter((name) =>
          Object.keys(childEnvironment(config.environment, [name])).every((found) => !covers(name, found)),
        );
        if (missing.length === 0) return [];
        return [
          `agents.json, agent "${id}": ${missing.join(', ')} is not set. Set it where you start the practice server, and start it again.`,
        ];
      });
  }
}

function covers(name: string, found: string): boolean {
  return name.endsWith('*') ? found.startsWith(name.slice(0, -1)) : found === name;
}

function known(agent: AgentId | undefined, agents: SessionAccess['agents']): AgentId | undefined {
  return agent !== undefined && agents.find(agent) !== undefined ? agent : undefined;
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
