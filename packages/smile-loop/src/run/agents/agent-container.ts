import { connect } from 'node:net';
import * as z from 'zod';
import type { Engine } from '../../container/engine.js';
import type { ContainerRequest } from '../../container/request/container-options.js';
import { type ContainerExit, SmileContainer } from '../../container/smile-container.js';
import { SmileError } from '../../contract/errors.js';
import { type Live, liveSchema } from '../../contract/observe-events.js';
import type { WrapperTask } from '../../contract/wrapper-task.js';
import { HostEnd } from '../../tunnel/host-end.js';
import type { TunnelClose } from '../../tunnel/wire.js';

/** What a wrapper says besides its result. Anything else is passed over: an agent may write to the same stream. */
const messageSchema = z.object({
  type: z.literal('live'),
  pieces: z.array(liveSchema).max(200),
  dropped: z.number().int().min(0),
});

/**
 * Milliseconds that a container may take to have ended, after its stream has. On a busy machine, engines tell it seconds
 * later; who did not wait for that would take the blame for what has ended it.
 */
const EXIT_LIMIT_MS = 30_000;

export interface AgentContainerOptions {
  /** Port of the loop's server on this machine. */
  readonly port: number;
  readonly onLive: (pieces: readonly Live[], dropped: number) => void;
}

/** A container with a wrapper in it, which waits for its task. */
export class AgentContainer implements AsyncDisposable {
  readonly container: SmileContainer;
  readonly #tunnel: HostEnd;

  /** @throws SmileError as `SmileContainer.start` */
  static async start(
    engine: Engine,
    request: ContainerRequest,
    options: AgentContainerOptions,
  ): Promise<AgentContainer> {
    return new AgentContainer(await SmileContainer.start(engine, request), options);
  }

  private constructor(container: SmileContainer, { port, onLive }: AgentContainerOptions) {
    this.container = container;
    this.#tunnel = new HostEnd({
      wire: container.wire,
      connect: () => connect({ port, host: '127.0.0.1' }),
      onMessage: (message) => {
        const told = messageSchema.safeParse(message);
        if (told.success) onLive(told.data.pieces, told.data.dropped);
      },
    });
  }

  /**
   * Gives the wrapper its task, and waits for the result that it reports.
   * @throws SmileError if the container ends before, and the signal's reason
   */
  async run<T>(task: WrapperTask, result: Promise<T>, signal: AbortSignal): Promise<T> {
    this.#tunnel.send(task);
    const ended = this.#ended();
    // Whichever comes first; the other must not end the process.
    ended.catch(() => undefined);
    const value = await Promise.race([result, ended]);
    signal.throwIfAborted();
    return value;
  }

  /** Ends all that runs in it; its files stay. */
  async stop(): Promise<void> {
    await this.container.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#tunnel.close();
    await this.container.remove();
  }

  async #ended(): Promise<never> {
    const close = await this.#tunnel.closed;
    const exit = await Promise.race([this.container.exited, after(EXIT_LIMIT_MS)]);
    throw exit === undefined ? silent(close) : this.#explain(exit, close);
  }

  /** Our own wrapper ends with 1 where it fails itself. */
  #explain(exit: ContainerExit, close: TunnelClose): SmileError {
    if (exit.code === 0) return silent(close);
    const meant = this.container.explain(exit);
    if (exit.code !== 1 || meant.code !== 'container_failed') return meant;
    return new SmileError('wrapper_silent', `The wrapper in the container failed: ${exit.stderr.trim()}`);
  }
}

function silent({ message, preamble }: TunnelClose): SmileError {
  const said = preamble === undefined || preamble.trim() === '' ? '' : ` It printed: ${preamble.trim()}`;
  return new SmileError('wrapper_silent', `The agent's container ended without a result. ${message}${said}`);
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => void setTimeout(() => resolve(undefined), ms).unref());
}
