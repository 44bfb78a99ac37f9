import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is gone when the test is. */
export interface TemporaryFolder extends AsyncDisposable {
  path: string;
}

/** The path is short (a tmux socket below it has about 100 characters) and real (macOS links its temporary folder). */
export async function temporaryFolder(prefix = 'af-'): Promise<TemporaryFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), prefix)));
  return {
    path,
    // A program that was just ended may still be writing its last file.
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  };
}
