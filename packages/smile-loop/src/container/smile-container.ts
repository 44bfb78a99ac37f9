import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Container } from 'dockerode';
import { SmileError } from '../contract/errors.js';
import type { Wire } from '../tunnel/wire.js';
import { waitForEnd } from './ended.js';
import type { Engine } from './engine.js';
import { attach, create, discard, isRunning, NOT_RUNNING, NOT_THERE, unless } from './engine-calls.js';
import { engineError, exitError } from './engine-errors.js';
import { KEPT_NAME_PREFIX, NAME_PREFIX } from './labels.js';
import { END_LIMIT_MS, KEPT_STDERR_BYTES } from './limits.js';
import { requireSources } from './mounts.js';
import { Demux } from './output/demux.js';
import { KeptOutput } from './output/kept-output.js';
import type { ContainerRequest } from './request/container-options.js';
import { type InsideOptions, type InsideResult, runInside } from './run-inside.js';

/** How a container's program ended. */
export interface ContainerExit {
  readonly code: number;
  /** The end of what it printed as errors. */
  readonly stderr: string;
  readonly outOfMemory: boolean;
}

/** One container, from its start to its removal. */
export class SmileContainer implements AsyncDisposable {
  readonly id: string;
  readonly name: string;
  /** Its program's input and output. */
  readonly wire: Wire;
  /** Resolves when its program has ended; rejects with `engine_lost` if that cannot be known any more. */
  readonly exited: Promise<ContainerExit>;
  readonly #engine: Engine;
  readonly #container: Container;
  readonly #stderr: KeptOutput;

  /**
   * Starts a program in a new container.
   * @throws SmileError `image_not_found`, `image_without_node`, `container_failed`, `container_network`, `disk_full`
   * or `engine_lost`; nothing is left behind then.
   */
  static async start(engine: Engine, request: ContainerRequest): Promise<SmileContainer> {
    const name = `${NAME_PREFIX}${request.runId}-${request.role}-${randomBytes(4).toString('hex')}`;
    if (engine.isHere) await requireSources(request.mounts);
    const container = await create(engine, request, name);
    let attached: Duplex | undefined;
    try {
      attached = await attach(engine, container);
      await engine.call((abortSignal) => container.start({ abortSignal }));
      return new SmileContainer(engine, { container, name, attached });
    } catch (error) {
      attached?.destroy();
      await discard(engine, container).catch(() => undefined);
      throw engineError(error, `start a container of ${request.image}`);
    }
  }

  private constructor(engine: Engine, { container, name, attached }: Started) {
    this.id = container.id;
    this.name = name;
    this.#engine = engine;
    this.#container = container;
    this.#stderr = new KeptOutput(KEPT_STDERR_BYTES, 'end');
    this.wire = { input: this.#takeApart(attached), output: attached };
    this.exited = waitForEnd(engine, container, attached).then((ended) => ({ ...ended, stderr: this.stderr }));
    // Who does not ask how it ended is not told by a crash.
    this.exited.catch(() => undefined);
  }

  /** The end of what its program printed as errors so far. */
  get stderr(): string {
    return this.#stderr.text;
  }

  /** What an end that was not expected means. */
  explain(exit: ContainerExit): SmileError {
    return exitError(exit);
  }

  /** Runs a program in the same container. */
  runInside(argv: readonly string[], options: InsideOptions): Promise<InsideResult> {
    return runInside(this.#engine, this.#container, argv, options);
  }

  /** Ends all its processes at once. Nothing to do if they have ended. */
  async stop(): Promise<void> {
    try {
      await unless([NOT_THERE, NOT_RUNNING], 'stop a container', () =>
        this.#engine.call((abortSignal) => this.#container.kill({ abortSignal })),
      );
    } catch (error) {
      // Podman fails, after 5 s, to end one that ends by itself meanwhile.
      if (await isRunning(this.#engine, this.#container)) throw error;
    }
  }

  /** Gives it a name by which no sweep removes it: it stays until somebody removes it. */
  async keep(): Promise<string> {
    const name = `${KEPT_NAME_PREFIX}${this.name.slice(NAME_PREFIX.length)}`;
    await unless([], 'rename a container', () =>
      this.#engine.call((abortSignal) => this.#container.rename({ name, abortSignal })),
    );
    return name;
  }

  /**
   * Ends and removes it with all that is in it; mounted folders stay. Nothing to do if it is gone.
   * @returns false where the engine is gone: the next sweep removes it then.
   * @throws SmileError for an engine that is there and fails.
   */
  async remove(): Promise<boolean> {
    try {
      await this.#remove();
      return true;
    } catch (error) {
      if (error instanceof SmileError && error.code === 'engine_lost') return false;
      throw error;
    } finally {
      this.wire.output.destroy();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.remove();
  }

  #takeApart(attached: Duplex): Demux {
    const demux = new Demux((chunk) => this.#stderr.add(chunk));
    attached.pipe(demux);
    attached.on('error', (error) => demux.destroy(error)).on('close', () => demux.end());
    // Whoever reads is told by its own listener; without one, a lost engine must not end the process.
    demux.on('error', () => undefined);
    return demux;
  }

  async #remove(): Promise<void> {
    // Podman fails, after 5 s, to remove one that ends by itself meanwhile: so it has to have ended first.
    await this.stop();
    // Nothing of what it has printed is of interest any more; read by nobody, it would hide the end.
    this.wire.output.destroy();
    await Promise.race([this.exited.catch(() => undefined), delay(END_LIMIT_MS, undefined, { ref: false })]);
    const once = () => discard(this.#engine, this.#container);
    await once().catch(once);
  }
}

interface Started {
  readonly container: Container;
  readonly name: string;
  readonly attached: Duplex;
}
