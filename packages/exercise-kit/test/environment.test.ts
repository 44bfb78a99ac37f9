import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { attemptEnvironment } from '../src/prove/environment.js';
import { TemporaryProject } from './support.js';

/** The real Python of this machine. */
const PYTHON = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();

/** A folder with a `python3` that is a script, as version managers have it. It notes each start. */
function shim(project: TemporaryProject, text: string): string {
  project.write({ 'shims/python3': `#!/bin/sh\necho start >> '${project.at('starts')}'\n${text}\n`, starts: '' });
  chmodSync(project.at('shims/python3'), 0o755);
  return project.at('shims');
}

test('a shim is asked once for the Python that it chooses, which then comes first', async () => {
  using project = new TemporaryProject();
  const path = [shim(project, `exec '${PYTHON}' "$@"`), '/usr/bin', '/bin'].join(delimiter);
  const environments = await Promise.all(['a', 'b'].map((root) => attemptEnvironment({ PATH: path }, root)));
  for (const { PATH } of environments) expect(PATH).toBe([dirname(PYTHON), path].join(delimiter));
  expect(project.read('starts')).toBe('start\n');
  expect(environments[1]).toMatchObject({ HOME: 'b/home', TMPDIR: 'b/temporary' });
});

test.for<[string, (project: TemporaryProject) => string]>([
  ['fails', (project) => shim(project, 'exit 1')],
  ['says nonsense', (project) => shim(project, 'echo nonsense')],
  ['is none', () => dirname(PYTHON)],
])('the PATH stays as it is where a shim %s', async ([, folder]) => {
  using project = new TemporaryProject();
  const path = [folder(project), '/usr/bin'].join(delimiter);
  expect((await attemptEnvironment({ PATH: path }, 'root')).PATH).toBe(path);
});
