import type { ContainerInfo } from 'dockerode';
import { SmileError } from '../contract/errors.js';
import type { Engine } from './engine.js';
import { engineError, statusOf } from './engine-errors.js';
import { KEPT_NAME_PREFIX, LABELS } from './labels.js';
import { type Owner, ownerState } from './owner.js';

/** A container that was removed. */
export interface Swept {
  readonly id: string;
  readonly name: string;
  readonly runId: string;
}

/**
 * Removes containers of runs whose process is gone, as after SIGKILL. Those of a live run, of another machine, and
 * those kept on purpose stay.
 * One that cannot be removed is told to `onLeft`, and keeps nobody from the others.
 * @throws SmileError if the engine failed.
 */
export async function sweep(
  engine: Engine,
  onLeft: (left: Swept, error: SmileError) => void = () => {},
): Promise<Swept[]> {
  try {
    const swept: Swept[] = [];
    for (const info of await listOurs(engine)) {
      if (isKept(info) || (await ownerState(ownerOf(info))) !== 'gone') continue;
      const found = { id: info.Id, name: nameOf(info), runId: info.Labels[LABELS.run] ?? '' };
      try {
        await removeUnlessGone(engine, info.Id);
        swept.push(found);
      } catch (error) {
        onLeft(found, cannotRemove(engine, found, error));
      }
    }
    return swept;
  } catch (error) {
    throw engineError(error, 'remove what an earlier run left');
  }
}

function listOurs(engine: Engine): Promise<ContainerInfo[]> {
  return engine.call((abortSignal) =>
    engine.docker.listContainers({ all: true, filters: { label: [LABELS.run] }, abortSignal }),
  );
}

async function removeUnlessGone(engine: Engine, id: string): Promise<void> {
  try {
    await engine.call((abortSignal) => engine.docker.getContainer(id).remove({ force: true, v: true, abortSignal }));
  } catch (error) {
    if (statusOf(error) !== 404 && statusOf(error) !== 409) throw error;
  }
}

/** What to do comes first: engines use many words, and a line shows only some. */
function cannotRemove({ kind }: Engine, { name }: Swept, error: unknown): SmileError {
  const { code, facts, message } = engineError(error, 'remove it');
  const advice = `A container of an earlier run is left. Remove it with "${kind} rm --force ${name}".`;
  return new SmileError(code, `${advice} ${message}`, facts);
}

function isKept(info: ContainerInfo): boolean {
  return info.Labels[LABELS.keep] === 'yes' || nameOf(info).startsWith(KEPT_NAME_PREFIX);
}

function nameOf(info: ContainerInfo): string {
  return (info.Names[0] ?? '').replace(/^\//, '');
}

function ownerOf({ Labels }: ContainerInfo): Owner {
  return {
    pid: Number(Labels[LABELS.ownerPid]),
    start: Labels[LABELS.ownerStart] ?? '',
    host: Labels[LABELS.ownerHost] ?? '',
  };
}
