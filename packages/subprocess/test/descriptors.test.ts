import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** In a program of its own: its limit is low, and it opens all that it may. */
const SCRIPT = fileURLToPath(new URL('./few-descriptors.mjs', import.meta.url));

test.skipIf(process.platform !== 'linux')(
  'leaves nothing open where too few descriptors are left to start a program',
  () => {
    const { stdout } = spawnSync('sh', ['-c', 'ulimit -n 64 && exec "$0" "$1"', process.execPath, SCRIPT]);
    const tries: { free: number; failure?: string; more: number }[] = JSON.parse(stdout.toString());
    expect(tries.filter(({ more }) => more > 0)).toEqual([]);
    expect(tries.at(0)).toMatchObject({ free: 0, failure: 'failed_to_start' });
    expect(tries.at(-1)?.failure).toBeUndefined();
  },
);
