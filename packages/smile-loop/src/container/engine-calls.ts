import type { Duplex } from 'node:stream';
import type { Container } from 'dockerode';
import type { Engine } from './engine.js';
import { engineError, saysNotRunning, statusOf } from './engine-errors.js';
import { currentOwner } from './owner.js';
import { type ContainerRequest, containerOptions } from './request/container-options.js';

/** Statuses by which an engine says that there is nothing left to do. */
export const NOT_THERE = 404;
export const NOT_RUNNING = 409;

/** @throws SmileError `image_not_found`, or as the engine fails */
export async function create(engine: Engine, request: ContainerRequest, name: string): Promise<Container> {
  const options = { ...containerOptions(request, await currentOwner(), engine.kind), name };
  try {
    return await engine.call((abortSignal) => engine.docker.createContainer({ ...options, abortSignal }));
  } catch (error) {
    if (statusOf(error) === NOT_THERE) throw engine.imageNotFound(request.image);
    // One that did not answer in time may have made it all the same.
    if (statusOf(error) === undefined) await discard(engine, engine.docker.getContainer(name)).catch(() => undefined);
    throw engineError(error, `create a container of ${request.image}`);
  }
}

/** To be attached before the start: what it prints first would be lost else. */
export async function attach(engine: Engine, container: Container): Promise<Duplex> {
  const options = { stream: true, stdin: true, stdout: true, stderr: true, hijack: true };
  const attached = await engine.call((abortSignal) => container.attach({ ...options, abortSignal }));
  return attached as unknown as Duplex;
}

/** Removes it, whatever it does. Nothing to do if it is gone. */
export function discard(engine: Engine, container: Container): Promise<void> {
  return unless([NOT_THERE, NOT_RUNNING], 'remove a container', () =>
    engine.call((abortSignal) => container.remove({ force: true, v: true, abortSignal })),
  );
}

/** True also where the engine does not tell. */
export async function isRunning(engine: Engine, container: Container): Promise<boolean> {
  try {
    return (await engine.call((abortSignal) => container.inspect({ abortSignal }))).State.Running;
  } catch (error) {
    return statusOf(error) !== NOT_THERE;
  }
}

/** Statuses say that there was nothing to do. */
export async function unless(statuses: readonly number[], doing: string, call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!statuses.includes(statusOf(error) ?? 0) && !saysNotRunning(error)) throw engineError(error, doing);
  }
}
