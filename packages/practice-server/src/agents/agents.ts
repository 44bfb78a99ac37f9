import { type AgentCli, type AgentProgram, findProgram } from '@agent-factory/agent-cli';
import type { AgentId, Dependency, ExerciseId } from '@agent-factory/protocol';
import type { AgentSummary, AgentsResponse, ChooseAgentRequest } from '@agent-factory/protocol/agents';
import { isFolderId } from '@agent-factory/protocol/coach';
import type { FolderSight } from '../access/folders-seen.js';
import type { SessionAccess } from '../sessions/session-access.js';
import { AgentChoices, type AgentTables } from './choices.js';
import { fileProblems } from './file-problems.js';
import { summaryOf } from './summary.js';

/** How long what was looked up for `/health` counts, in milliseconds. */
const PRESENCE_TTL_MS = 10_000;

/** What health says of a program that nobody has asked yet. */
const PRESENCE: Readonly<Record<AgentProgram['kind'], string>> = {
  found: 'installed',
  missing: 'not installed',
  not_executable: 'not executable',
  shell: 'a link to a shell',
};

/** Every agent there is, what each still needs, and which one the student has chosen. */
export class Agents {
  readonly #host: SessionAccess;
  readonly #choices: AgentChoices;
  readonly #found = new Map<AgentId, AgentProgram['kind']>();
  #lookedUpAt = Number.NEGATIVE_INFINITY;

  constructor(host: SessionAccess) {
    this.#host = host;
    this.#choices = new AgentChoices(host.store.withTables<AgentTables>());
  }

  /** `withFolders`: also what is chosen for the student's own folders, of which lesson sites know nothing. */
  async list({ withFolders }: FolderSight): Promise<AgentsResponse> {
    const { agents, config } = this.#host;
    const [choices, summaries, problems] = await Promise.all([
      this.#choices.all(),
      Promise.all(agents.all().map((cli) => this.#summary(cli))),
      fileProblems(agents, config.environment),
    ]);
    return {
      agents: summaries,
      choice: known(choices.everywhere, agents) ?? config.agent,
      exerciseChoices: Object.fromEntries(
        Object.entries(choices.byExercise).filter(([id]) => withFolders || !isFolderId(id)),
      ),
      problems,
    };
  }

  /** Throws `agent_unknown`. */
  async choose({ agent, exerciseId }: ChooseAgentRequest, wish: FolderSight): Promise<AgentsResponse> {
    if (agent !== null) this.#host.agents.get(agent);
    await this.#choices.choose(exerciseId, agent);
    return this.list(wish);
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
    if (state === undefined) return PRESENCE[this.#found.get(id) ?? 'missing'];
    const { version = 'installed', supported, signedIn } = state;
    const signIn = signedIn === undefined ? [] : [signedIn ? 'signed in' : 'not signed in'];
    return [version, ...(supported === false ? ['too old'] : []), ...signIn].join(', ');
  }

  /** Only whether they are there: to ask one for its version starts it. */
  #lookUp(): void {
    if (performance.now() - this.#lookedUpAt < PRESENCE_TTL_MS) return;
    this.#lookedUpAt = performance.now();
    const env = this.#host.environments.session;
    for (const cli of this.#host.agents.all())
      void findProgram(cli, env).then((program) => this.#found.set(cli.id, program?.kind ?? 'found'));
  }

  async #summary(cli: AgentCli): Promise<AgentSummary> {
    return summaryOf(cli, await this.#host.dependencies.stateOf(cli.id));
  }
}

function known(agent: AgentId | undefined, agents: SessionAccess['agents']): AgentId | undefined {
  return agent !== undefined && agents.find(agent) !== undefined ? agent : undefined;
}
