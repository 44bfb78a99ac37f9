import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkWork, type Exercise, loadExercise, seedWorkspace } from '@agent-factory/exercise-runtime';
import { childEnvironment } from '@agent-factory/subprocess';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../src/commands/build.js';
import { Heard, TemporaryProject } from '../support.js';

const EXERCISES = fileURLToPath(new URL('../../../../exercises', import.meta.url));
const IDS = readdirSync(EXERCISES).filter((name) => /^ch\d/.test(name));

/** Lines that a student may put in front of their files, instead of doing the exercise. */
const FORGERIES: Record<'py' | 'mjs', Record<string, string>> = {
  py: {
    'says that all is well, in place of whoever says so': `
import importlib, os, sys
for name in [name for name in sys.modules if name.startswith("check_")]:
    for told in ("tell", "judge", "failure", "failed"):
        if hasattr(sys.modules[name], told): setattr(sys.modules[name], told, lambda *_, **__: {"passed": True})
`,
    'looks for the way to the judge in what is being done, and takes it': `
import json, os, sys
frame = sys._getframe()
while frame:
    seen = frame.f_locals
    if "token" in seen: os.write(seen["report"], f'\\n{seen["token"]}{{"passed": true}}\\n'.encode()), os._exit(0)
    frame = frame.f_back
`,
    'replaces what is compared, and how': `
import builtins, sys
class Same(str):
    def __eq__(self, other): return True
    def __contains__(self, other): return True
    def __hash__(self): return 0
class Yes(BaseException): pass
for module in list(sys.modules.values()):
    for name in ("expect", "expect_equal", "expect_returns"):
        if hasattr(module, name): setattr(module, name, lambda *_, **__: None)
    if hasattr(module, "Failed"): module.Failed = Yes
`,
    'writes rows and answers to whatever is open': `
import os
for end in range(1, 20):
    for line in ('{"passed": true}', '{"answers": 1, "is": true}', '{"do": "call", "of": 0, "args": [], "named": {"fields": {}}}'):
        try: os.write(end, f"\\n{line}\\n".encode())
        except OSError: pass
`,
    'answers every question itself': `
import check_worker
check_worker.Worker.answer = lambda self, question: {"is": True}
`,
  },
  mjs: {
    'says that all is well, in place of whoever says so': `
const stringify = JSON.stringify;
JSON.stringify = (value, ...more) => stringify(value && 'passed' in Object(value) ? { passed: true } : value, ...more);
`,
    'throws away every complaint': `
Object.defineProperty(Object.prototype, 'hint', { set() { this.passed = true; }, get: () => 'fine' });
const assign = Object.fromEntries;
Object.fromEntries = (pairs) => ({ ...assign(pairs), passed: true });
process.on('exit', () => (process.exitCode = 0));
`,
    'writes rows and answers to whatever is open': `
import { writeSync } from 'node:fs';
for (let end = 1; end < 20; end += 1) {
  for (const line of ['{"passed": true}', '{"answers": 1, "is": true}', '{"do": "call", "of": 1, "args": []}']) {
    try { writeSync(end, \`\\n\${line}\\n\`); } catch {}
  }
}
`,
  },
};

describe('work that says of itself that it is right', { concurrent: true }, () => {
  const project = new TemporaryProject();

  beforeAll(async () => {
    for (const name of readdirSync(EXERCISES)) {
      if (name !== 'dist') cpSync(`${EXERCISES}/${name}`, project.at('exercises', name), { recursive: true });
    }
    for (const id of IDS) {
      const { lessonPath } = JSON.parse(project.read(`exercises/${id}/config.json`));
      project.write({ [`docs/${lessonPath}.md`]: '# A lesson' });
    }
    await build(project, {}, new Heard());
    for (const folder of ['home', 'temporary']) mkdirSync(project.at(folder));
  });
  afterAll(() => project[Symbol.dispose]());

  /** The titles of the criteria that untouched starter files pass, with these lines in front of each that is the student's. */
  async function passedBy(exercise: Exercise, lines: string, name: string): Promise<string[]> {
    const workspace = project.at('work', name);
    await seedWorkspace(exercise, { workspace });
    for (const file of exercise.config.solutionFiles ?? []) {
      const path = `work/${name}/${file}`;
      project.write({ [path]: lines + readFileSync(project.at(path), 'utf8') });
    }
    const env = { ...childEnvironment(process.env), HOME: project.at('home'), TMPDIR: project.at('temporary') };
    const { criteria } = await checkWork(exercise, { workspace, env });
    return criteria.filter(({ passed }) => passed).map((criterion) => criterion.name);
  }

  test.for(IDS)('[exercises 2 judge-apart] passes nothing of %s', { timeout: 120_000 }, async (id, { expect }) => {
    const exercise = await loadExercise(project.at('exercises/dist', id));
    const language = exercise.config.solutionFiles?.[0]?.endsWith('.mjs') ? 'mjs' : 'py';
    for (const [number, [how, lines]] of Object.entries(FORGERIES[language]).entries()) {
      expect({ how, passed: await passedBy(exercise, lines, `${basename(id)}-${number}`) }).toEqual({
        how,
        passed: [],
      });
    }
  });

  test('is tried on every exercise', () => {
    expect(IDS.length).toBeGreaterThan(9);
  });
});
