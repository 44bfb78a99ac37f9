import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { loadExercise, seedWorkspace } from '@agent-factory/exercise-runtime';
import { expect, test } from 'vitest';
import { build } from '../../src/commands/build.js';
import { Heard, TemporaryProject } from '../support.js';

/** Work that passes the first criterion, says who it is, and never comes to an end in the second one. */
const WORK = {
  python: `import os
def shorten(text, longest):
    if len(text) <= longest: return text
    with open(os.environ["PATH"].split(":")[-1] + "/pid", "w") as file: file.write(str(os.getpid()))
    while True: pass
`,
  node: `import { writeFileSync } from 'node:fs';
export function shorten(text, longest) {
  if (text.length <= longest) return text;
  writeFileSync(process.env.PATH.split(':').at(-1) + '/pid', String(process.pid));
  for (;;);
}
`,
} as const;

test.for([
  ['python', 'shorten.py', 'SIGTERM', 143],
  ['python', 'shorten.py', 'SIGINT', 130],
  ['node', 'shorten.mjs', 'SIGTERM', 143],
] as const)('a check in %s of %s ends at %s, with all that it has started', async ([language, file, signal, code]) => {
  using project = new TemporaryProject();
  const id = project.create({ language });
  await build(project, {}, new Heard());
  await seedWorkspace(await loadExercise(project.at('exercises/dist', id)), { workspace: project.at('work') });
  project.write({ [`work/${file}`]: WORK[language] });
  for (const folder of ['temporary', 'told']) mkdirSync(project.at(folder));
  const env = { PATH: `${process.env.PATH}:${project.at('told')}`, TMPDIR: project.at('temporary') };
  const check = spawn('sh', [project.at('exercises/dist', id, 'verify.sh')], { cwd: project.at('work'), env });
  await expect.poll(() => readdirSync(project.at('told')), { timeout: 15_000 }).toEqual(['pid']);
  await expect.poll(() => project.read('told/pid')).not.toBe('');
  const pid = Number(project.read('told/pid'));
  expect(process.kill(pid, 0)).toBe(true);
  check.kill(signal);
  expect(await once(check, 'exit')).toEqual([code, null]);
  expect(readdirSync(project.at('temporary'))).toEqual([]);
  await expect.poll(() => isAlive(pid)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
