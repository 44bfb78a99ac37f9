import { stat } from 'node:fs/promises';
import { SmileError } from '../contract/errors.js';
import type { Mount } from './request/container-options.js';

/**
 * Podman makes a folder where a mount's source is missing, which hides the mistake.
 * @throws SmileError `container_failed`, with `facts.source`
 */
export async function requireSources(mounts: readonly Mount[]): Promise<void> {
  for (const { source, target } of mounts) {
    try {
      await stat(source);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const why = code === 'ENOENT' ? 'it does not exist' : message;
      throw new SmileError('container_failed', `${source} cannot be mounted at ${target}: ${why}.`, { source, target });
    }
  }
}
