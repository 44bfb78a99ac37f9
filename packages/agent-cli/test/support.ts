import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Home extends AsyncDisposable {
  path: string;
  /** An environment that starts empty: this home, its `bin` and the programs of a bare system. */
  env: Record<string, string>;
  write(path: string, content: string): Promise<void>;
  /** Makes a program that is found by its name. */
  program(name: string, script: string): Promise<void>;
}

export async function newHome(): Promise<Home> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'agent-cli-')));
  const write = async (name: string, content: string): Promise<void> => {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), content);
  };
  return {
    path,
    env: { HOME: path, PATH: `${path}/bin:${dirname(process.execPath)}:/usr/bin:/bin`, LANG: 'C.UTF-8' },
    write,
    program: async (name, script) => {
      await write(`bin/${name}`, `#!/bin/sh\n${script}\n`);
      await chmod(join(path, 'bin', name), 0o755);
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}
