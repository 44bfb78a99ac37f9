import type { ProjectId } from '@agent-factory/protocol/coach';
import type { MindPart } from '@agent-factory/protocol/mind';
import type { MindHost } from '../host.js';
import type { Chosen } from '../settings/chosen.js';
import { accessOf } from './api/access.js';
import { ApiWay } from './api/api-way.js';
import { Clients } from './api/clients.js';
import { SignedInCli } from './cli/cli-program.js';
import { CliWay } from './cli/cli-way.js';
import { unavailable } from './errors.js';
import type { Way } from './question.js';

/** Milliseconds of one answer, and of all tries for it; other than the defaults in tests alone. */
export interface WayTimes {
  readonly apiMs?: number;
  readonly apiCallMs?: number;
  readonly cliMs?: number;
}

export interface FoundWay {
  readonly kind: 'api' | 'cli';
  readonly way: Way;
}

const KEY_ADVICE = 'Put ANTHROPIC_API_KEY in the project’s .env, or set it where the practice server is started.';

/** How models are reached: over the API with a key, or else through a CLI that the student is signed in to. */
export class Ways {
  readonly #host: MindHost;
  readonly #times: WayTimes;
  readonly #clients = new Clients();
  readonly #cli: SignedInCli;

  constructor(host: MindHost, times: WayTimes = {}) {
    this.#host = host;
    this.#times = times;
    this.#cli = new SignedInCli(host);
  }

  /** Throws `model_unavailable`, with what to do; without a part, for any that models are asked for. */
  async find({ route }: Chosen, projectId: ProjectId | null, part?: MindPart): Promise<FoundWay> {
    if (route === 'off')
      throw unavailable('off', 'Models are turned off. Choose in the settings how they are to be reached.');
    const access = route === 'cli' ? undefined : accessOf(this.#host, projectId);
    const { apiMs: requestMs, apiCallMs: callMs } = this.#times;
    if (access !== undefined) return { kind: 'api', way: new ApiWay(this.#clients, access, { requestMs, callMs }) };
    if (route === 'api') throw unavailable('no_key', `There is no key of the Claude API. ${KEY_ADVICE}`);
    if (part === 'observer' && route === 'auto')
      throw unavailable(
        'no_key',
        `Nudges ask a model often, so they use no subscription by themselves. ${KEY_ADVICE} Or choose the CLI in the settings.`,
      );
    return this.#throughCli(route);
  }

  /** What failed because the student has signed out is asked for anew. */
  forgetCli(): void {
    this.#cli.forget();
  }

  async #throughCli(route: 'auto' | 'cli'): Promise<FoundWay> {
    const program = await this.#cli.find();
    if (typeof program !== 'string') return { kind: 'cli', way: new CliWay(program, this.#times.cliMs) };
    const key = route === 'auto' ? ` Or use the Claude API: ${KEY_ADVICE}` : '';
    throw unavailable(route === 'auto' ? 'no_key' : 'auth', `${program}${key}`);
  }
}
