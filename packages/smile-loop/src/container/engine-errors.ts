import { SmileError, type SmileErrorCode } from '../contract/errors.js';

/** The exit code of a shell or an engine for a program that cannot be run; 127 is for one that is not there. */
const CANNOT_RUN = 126;

/** What dockerode rejects with: the engine's answer with a status, or the system's error where there was no answer. */
interface EngineFailure {
  readonly statusCode?: number;
  readonly message?: string;
  readonly json?: unknown;
  readonly code?: string;
}

/** Words of engines, kernels and shells by what they mean. The first that fits. */
const MEANINGS: readonly { readonly code: SmileErrorCode; readonly words: RegExp; readonly advice: string }[] = [
  {
    code: 'disk_full',
    words: /no space left on device|ENOSPC|disk quota exceeded/i,
    advice: 'The disk is full: free some space, for example by removing unused images and containers.',
  },
  {
    code: 'image_without_node',
    words:
      /node: (command )?not found|exec: "?\/bin\/sh|\/bin\/sh[`'"]?:? (stat|no such file)|\/bin\/sh.*(not found|no such file)/i,
    advice: 'The image needs a shell and Node.js 20 or newer: add them, or use an image made from smile-base.',
  },
  {
    code: 'container_network',
    words:
      /host-gateway|extra.?hosts?|setting up network|network .*not found|netavark|\bcni\b|container_network:|listen EADDR/i,
    advice: 'The container cannot be given its way to this machine (host.docker.internal).',
  },
];

const KILLED = 137;
const MORE_MEMORY = 'Give it more with "memoryMegabytes" below "container" in smile.json, or start again.';
const WAS_KILLED = `The program in the container was killed: as a rule, because it needed more than the memory that it may have. ${MORE_MEMORY}`;

export function statusOf(error: unknown): number | undefined {
  return (error as EngineFailure).statusCode;
}

/** The engine's own words, without what the client puts around them. */
export function wordsOf(error: unknown): string {
  const { json, message } = error as EngineFailure;
  const told = (json as { message?: unknown; cause?: unknown } | null | undefined)?.message;
  return (typeof told === 'string' ? told : (message ?? String(error))).trim();
}

/** Podman has no status of its own for a container that has ended already. */
export function saysNotRunning(error: unknown): boolean {
  return /can only kill running containers|container state improper/i.test(wordsOf(error));
}

/** The typed error for a failed call of an engine. `doing` completes "The engine failed to …". */
export function engineError(error: unknown, doing: string): SmileError {
  if (error instanceof SmileError) return error;
  const words = wordsOf(error);
  if (statusOf(error) === undefined) {
    return new SmileError('engine_lost', `The container engine went away while it was to ${doing}: ${words}`, {
      words,
    });
  }
  return (
    meant(words) ?? new SmileError('container_failed', `The container engine failed to ${doing}: ${words}`, { words })
  );
}

/** The typed error for a program in a container that ended before it should. `stderr` is the end of what it printed. */
export function exitError(exit: {
  readonly code: number;
  readonly stderr: string;
  readonly outOfMemory: boolean;
}): SmileError {
  const facts = { exitCode: exit.code, words: exit.stderr };
  if (exit.outOfMemory) {
    return new SmileError(
      'container_failed',
      `The container ran out of the memory that it may have. ${MORE_MEMORY}`,
      facts,
    );
  }
  const words = exit.stderr.trim();
  // Engines notice only where the kernel chose the first process; ours is a shell, which says 128 + SIGKILL.
  if (exit.code === KILLED) return new SmileError('container_failed', WAS_KILLED, facts);
  const told = words === '' ? 'It printed nothing.' : words;
  if (exit.code === 127) {
    return meant(words) ?? new SmileError('image_without_node', `${MEANINGS[1]?.advice} It said: ${told}`, facts);
  }
  const meaning = meant(words);
  // Only a shell that finds no program ends so; what a tutorial's own programs miss is no matter of the image.
  if (meaning !== undefined && (meaning.code !== 'image_without_node' || exit.code === CANNOT_RUN)) return meaning;
  return new SmileError('container_failed', `The container ended with code ${exit.code}. ${told}`, facts);
}

function meant(words: string): SmileError | undefined {
  const meaning = MEANINGS.find((one) => one.words.test(words));
  return meaning && new SmileError(meaning.code, `${meaning.advice} It said: ${words}`, { words });
}
