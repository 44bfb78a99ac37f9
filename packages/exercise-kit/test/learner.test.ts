import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Lines } from '../src/learner/lines.js';
import { readTold, standingOf } from '../src/learner/told.js';
import { TemporaryProject } from './support.js';

// The learner itself is proved elsewhere, with real containers. Here its program only says what such a run may say.

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const INSTALLED = 'node_modules/@agent-factory/smile-loop';

const SHEBANG = '#!/usr/bin/env node\n';
const NOTES_ARGUMENTS = `import { writeFileSync } from 'node:fs';
writeFileSync('arguments.json', JSON.stringify(process.argv.slice(2)));
`;

/** A project with one exercise, for which this program is the learner. */
function projectWith(program: string, place = `${INSTALLED}/dist/cli.js`): TemporaryProject {
  const project = new TemporaryProject();
  project.words('words');
  const packageFile = { type: 'module', exports: { './package.json': './package.json' } };
  project.write({
    [place]: SHEBANG + NOTES_ARGUMENTS + program,
    [`${INSTALLED}/package.json`]: JSON.stringify(packageFile),
  });
  return project;
}

function reporting(outcome: string, gaps: readonly unknown[] = [], code = 0): string {
  const meta = { outcome, summary: `It is ${outcome}.`, tutorial: 'docs/a.md', duration: 2, cost: { usd: null } };
  const lines = [
    { type: 'iteration_start', iteration: 1 },
    { type: 'report', report: { meta, gaps } },
  ];
  return `for (const line of ${JSON.stringify(lines)}) console.log(JSON.stringify(line));\nprocess.exitCode = ${code};\n`;
}

function gapAt(line: number | null, title = 'Nothing says where') {
  return { title, problem: 'A path is missing.', location: { line, text: 'cd there' } };
}

const PATH = dirname(process.execPath);

function runKit(project: TemporaryProject, ...args: string[]) {
  return spawnSync(process.execPath, [CLI, 'test', ...args], {
    cwd: project.path,
    encoding: 'utf8',
    env: { PATH: `${PATH}:/usr/bin:/bin`, HOME: project.path },
  });
}

describe('test --learner', () => {
  test('tells that a learner has passed, and what it was started with', () => {
    using project = projectWith(reporting('passed'));
    project.write({ 'other.json': '{}' });
    const { status, stderr } = runKit(project, 'words', '--learner-config', 'other.json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining('✓ words, learner: passed') });
    const output = project.at('smile-results', 'words');
    const expected = ['run', 'words', '--json', '--output', output, '--config', project.at('other.json')];
    expect(JSON.parse(project.read('arguments.json'))).toEqual(expected);
  });

  test('fails for a gap, and names its line', () => {
    using project = projectWith(reporting('docs_gap', [gapAt(14), gapAt(null, 'No\u001b[2J end')], 1));
    const { status, stdout, stderr } = runKit(project, '--learner', '--junit', 'report.xml');
    expect(status).toBe(1);
    expect(stdout).toContain('1 claim not true');
    expect(stderr).toContain('✗ words, learner: docs_gap: It is docs_gap.');
    expect(stderr).toContain('docs/a.md:14: Nothing says where (A path is missing.)');
    expect(stderr).toContain('docs/a.md: No [2J end');
    expect(stderr).toContain('smile-results/words/smile-report.md');
    expect(project.read('report.xml')).toMatch(/name="a simulated learner [^>]+>\s+<failure message="docs_gap: /);
  });

  test.for(['budget_exhausted', 'infra_error', 'harness_error', 'agent_refusal'])(
    'says of %s that it says nothing about the exercise',
    (outcome) => {
      using project = projectWith(reporting(outcome, [], 4));
      const { status, stderr } = runKit(project, '--learner', '--junit', 'report.xml');
      expect({ status, stderr }).toEqual({
        status: 0,
        stderr: expect.stringContaining(`? words, learner: ${outcome}, which says nothing about the exercise: It is`),
      });
      expect(project.read('report.xml')).toContain(`<skipped message="${outcome}, which says nothing`);
      expect(project.read('report.xml')).toContain('failures="0" errors="0" skipped="1"');
    },
  );

  test('says why a learner could not begin', () => {
    using project = projectWith("console.error('There is no engine.');\nprocess.exitCode = 4;\n");
    const { status, stderr } = runKit(project, '--learner');
    expect(status).toBe(0);
    expect(stderr).toContain(
      '? words, learner: infra_error, which says nothing about the exercise: There is no engine.',
    );
  });

  test('fails for settings that are wrong', () => {
    using project = projectWith("console.error('smile.json is wrong.');\nprocess.exitCode = 2;\n");
    const { status, stderr } = runKit(project, '--learner');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining('✗ words, learner: smile.json is'),
    });
  });

  test('does not try what is not proved', () => {
    using project = projectWith(reporting('passed'));
    project.write({ 'exercises/words/solution/answer.txt': 'one\n' });
    const { status, stderr } = runKit(project, '--learner');
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('? words, learner: not tried') });
    expect(existsSync(project.at('arguments.json'))).toBe(false);
  });

  test('says how to install the learner, before anything is proved', () => {
    using project = new TemporaryProject();
    project.words('words');
    const { status, stdout, stderr } = runKit(project, '--learner');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('npm install --save-dev @agent-factory/smile-loop');
  });

  test.for([['packages/smile-loop/dist/cli.js'], ['bin/smile-loop']])('finds the learner at %s', ([place = '']) => {
    using project = projectWith(reporting('passed'), place);
    project.remove(INSTALLED);
    project.write({ 'package.json': '{"type":"module"}' });
    chmodSync(project.at(place), 0o755);
    const env = { PATH: `${project.at('bin')}:${PATH}:/usr/bin:/bin`, HOME: project.path };
    const args = [CLI, 'test', '--learner'];
    const { stderr } = spawnSync(process.execPath, args, { cwd: project.path, encoding: 'utf8', env });
    expect(stderr).toContain('✓ words, learner: passed');
  });

  test.for([['--learner'], ['--learner-config', 'smile.json']])('is not for a few mutants: %j', (flags) => {
    using project = projectWith(reporting('passed'));
    const { status, stderr } = runKit(project, 'words', ...flags, '--mutant', 'nothing');
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('cannot be used with') });
  });

  test('lets a learner clean up when it is stopped', async () => {
    // Longer than the half second after which an ordinary command is ended by force.
    const cleaning = `process.once('SIGTERM', () => setTimeout(() => {
  writeFileSync('cleaned', '');
  process.exit(130);
}, 1500));
setInterval(() => {}, 1000);
writeFileSync('begun', '');
console.error('begun');
`;
    using project = projectWith(cleaning);
    const kit = spawn(process.execPath, [CLI, 'test', '--learner'], {
      cwd: project.path,
      env: { PATH: `${PATH}:/usr/bin:/bin`, HOME: project.path },
      stdio: 'ignore',
    });
    const ended = once(kit, 'exit');
    await expect.poll(() => existsSync(project.at('begun'))).toBe(true);
    kit.kill('SIGINT');
    expect(await ended).toEqual([1, null]);
    expect(existsSync(project.at('cleaned'))).toBe(true);
  });
});

describe('what a learner tells', () => {
  test('is cut into lines, wherever the pieces end', () => {
    const heard: string[] = [];
    const lines = new Lines((line) => heard.push(line));
    for (const byte of Buffer.from('one\nzwö\n\nrest')) lines.write(Buffer.from([byte]));
    lines.end();
    expect(heard).toEqual(['one', 'zwö', '', 'rest']);
  });

  test.for<[unknown, string]>([
    [{ type: 'iteration_start', iteration: 2 }, 'try 2: student'],
    [{ type: 'live', iteration: 1, role: 'mentor', pieces: [] }, 'try 1: mentor'],
    [{ type: 'student_output', iteration: 1, status: 'completed', line: 7 }, 'try 1: checking, line 7'],
    [{ type: 'student_output', iteration: 1, status: 'ask_mentor' }, 'try 1: ask mentor'],
    [{ type: 'mentor_output', iteration: 3, notes: 'x' }, 'try 3: the mentor has answered'],
  ])('%j is shown as "%s"', ([event, words]) => {
    const told = readTold(JSON.stringify(event));
    if (told === undefined || told.type === 'report') throw new Error('It is an event.');
    expect(standingOf(told)).toBe(words);
  });

  test.for(['', 'no JSON', '{"type":"cost","usd":1}', '{"type":"report"}', 'null'])('%j is passed over', (line) => {
    expect(readTold(line)).toBeUndefined();
  });
});
