import Docker from 'dockerode';
import * as z from 'zod';
import { SmileError } from '../contract/errors.js';
import { type EngineAddress, type Env, engineAddresses } from './engine-address.js';
import { engineError, statusOf, wordsOf } from './engine-errors.js';
import { limited } from './limited.js';
import { CALL_LIMIT_MS, PING_LIMIT_MS, WATCH_MS } from './limits.js';

export type EngineKind = 'docker' | 'podman';

const introductionSchema = z.object({
  Version: z.string(),
  Components: z.array(z.object({ Name: z.string() })).nullish(),
});

/** What to do where there is no engine; the first sentence is the specification's. */
const UNAVAILABLE = 'Docker is required but not available';
const ADVICE = 'Start Docker or Podman, or set DOCKER_HOST to where it listens.';

export interface EngineOptions {
  readonly env: Env;
  /** Milliseconds for any one call but waiting. */
  readonly callLimitMs?: number;
  /** Milliseconds between two questions whether it still lives. */
  readonly watchMs?: number;
}

/** A container engine that answers: Docker, or Podman's service, which speaks the same language. */
export class Engine {
  readonly docker: Docker;
  readonly kind: EngineKind;
  readonly version: string;
  /** Where it was found, for people. */
  readonly address: string;
  /** Whether it shares this machine's files: it is spoken to by a socket. */
  readonly isHere: boolean;
  readonly callLimitMs: number;
  readonly watchMs: number;

  private constructor(
    found: Pick<Engine, 'docker' | 'kind' | 'version' | 'address' | 'isHere'>,
    { callLimitMs = CALL_LIMIT_MS, watchMs = WATCH_MS }: EngineOptions,
  ) {
    this.docker = found.docker;
    this.kind = found.kind;
    this.version = found.version;
    this.address = found.address;
    this.isHere = found.isHere;
    this.callLimitMs = callLimitMs;
    this.watchMs = watchMs;
  }

  /**
   * The engine that DOCKER_HOST names; without it, the first that answers at a usual place.
   * @throws SmileError `docker_unavailable`, with what each place said in `facts.tried`.
   */
  static async open(options: EngineOptions): Promise<Engine> {
    const tried: { readonly address: string; readonly problem: string }[] = [];
    for (const address of listAddresses(options.env)) {
      try {
        return await Engine.#ask(address, options);
      } catch (error) {
        tried.push({ address: address.name, problem: wordsOf(error) });
      }
    }
    const places = tried.map(({ address, problem }) => `${address}: ${problem}`).join('; ');
    throw new SmileError('docker_unavailable', `${UNAVAILABLE}. ${ADVICE} Tried: ${places}`, { tried });
  }

  static async #ask({ name, options, isHere }: EngineAddress, asked: EngineOptions): Promise<Engine> {
    const docker = createClient(options);
    const { callLimitMs = CALL_LIMIT_MS } = asked;
    await ping(docker, Math.min(PING_LIMIT_MS, callLimitMs));
    // Podman runs other programs to tell its version, and asks whose packages they are: a ping is no measure for that.
    const { version, kind } = await introduce(docker, callLimitMs);
    return new Engine({ docker, kind, version, address: name, isHere }, asked);
  }

  /** Any call but waiting, within its time. Rejects as the client does. */
  call<T>(call: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    return limited(this.callLimitMs, call);
  }

  /** Rejects, as the client does, if it does not answer. */
  ping(): Promise<void> {
    return ping(this.docker, this.callLimitMs);
  }

  /** @throws SmileError if the engine is gone. */
  async hasImage(image: string): Promise<boolean> {
    try {
      const asked = this.docker.getImage(image);
      const inspect = asked.inspect.bind(asked) as Question<unknown>;
      await this.call((abortSignal) => inspect({ abortSignal }));
      return true;
    } catch (error) {
      if (statusOf(error) === 404) return false;
      throw engineError(error, `look for the image ${image}`);
    }
  }

  /** @throws SmileError `image_not_found`, with the command that gets it. */
  async requireImage(image: string): Promise<void> {
    if (!(await this.hasImage(image))) throw this.imageNotFound(image);
  }

  imageNotFound(image: string): SmileError {
    const command = `${this.kind} pull ${image}`;
    const message = `Image not found: ${image}. Please pull image first: ${command}`;
    return new SmileError('image_not_found', message, { image, command });
  }
}

function listAddresses(env: Env): EngineAddress[] {
  try {
    return engineAddresses(env);
  } catch (error) {
    const problem = `DOCKER_HOST or DOCKER_CERT_PATH cannot be used: ${wordsOf(error)}`;
    throw new SmileError('docker_unavailable', `${UNAVAILABLE}. ${problem}`, { tried: [] });
  }
}

/** dockerode reads this process' own DOCKER_HOST first, even when told another, and throws if that is no URL. */
function createClient(options: EngineAddress['options']): Docker {
  const { DOCKER_HOST } = process.env;
  try {
    delete process.env.DOCKER_HOST;
    return new Docker(options);
  } finally {
    if (DOCKER_HOST !== undefined) process.env.DOCKER_HOST = DOCKER_HOST;
  }
}

/** The types do not know that these can be given up; without that, a silent socket would stay open. */
type Question<T> = (options: object) => Promise<T>;

async function ping(docker: Docker, limitMs: number): Promise<void> {
  const ask = docker.ping.bind(docker) as Question<unknown>;
  await limited(limitMs, (abortSignal) => ask({ abortSignal }));
}

async function introduce(
  docker: Docker,
  limitMs: number,
): Promise<{ readonly version: string; readonly kind: EngineKind }> {
  const ask = docker.version.bind(docker) as Question<unknown>;
  const told = introductionSchema.safeParse(await limited(limitMs, (abortSignal) => ask({ abortSignal })));
  if (!told.success) throw new Error('what answers there is no container engine');
  const isPodman = told.data.Components?.some(({ Name }) => /podman/i.test(Name));
  return { version: told.data.Version, kind: isPodman ? 'podman' : 'docker' };
}
