import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { TemporaryProject } from './support.js';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

function run(cwd: string, ...args: string[]) {
  return spawnSync(process.execPath, [CLI, ...args], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
    input: '',
  });
}

/** A solution that could be given away. */
const CODE = { 'solution/answer.txt': 'one = two(three)\n' };

describe('exercise-kit', () => {
  test('says what it can do', () => {
    const { status, stdout } = run('/', '--help');
    expect(status).toBe(0);
    for (const command of ['new', 'lint', 'test', 'tutor-test', 'mutant', 'preview', 'build'])
      expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
  });

  test('says what to do where there are no exercises', () => {
    using project = new TemporaryProject();
    const elsewhere = run(project.docs, '--exercises', '../nowhere', 'lint');
    expect(elsewhere).toMatchObject({ status: 1, stdout: '' });
    expect(elsewhere.stderr).toContain('There is no folder of exercises');
    expect(run(project.path, 'lint').stderr).toContain('Make one: exercise-kit new');
  });

  test('finds the exercises from anywhere inside the project', () => {
    using project = new TemporaryProject();
    project.words('words');
    expect(run(project.at('exercises/words/starter'), 'build').status).toBe(0);
    expect(run(project.at('docs/01-part'), 'lint', 'words').stdout).toContain('✓ words');
    expect(run(project.path, 'test', 'words', '--jobs', '2').stdout).toContain('1 exercise: 1 starter fails');
  });

  test('makes a mutant in two steps, and proves it alone', () => {
    using project = new TemporaryProject();
    project.words('words');
    expect(run(project.path, 'mutant', 'words', 'half').stdout).toContain('exercises/.mutants/words/half/mutant/');
    project.write({ 'exercises/.mutants/words/half/mutant/answer.txt': 'one\n' });
    const flags = ['--why', 'Says half.', '--fails', 'two'];
    expect(run(project.path, 'mutant', 'words', 'half', ...flags).stdout).toContain(
      'recorded in exercises/words/mutants',
    );
    expect(run(project.path, 'test', 'words', '--mutant', 'half', 'nothing').stdout).toContain('2 mutants caught');
  });

  test('proves a part of the mutants', () => {
    using project = new TemporaryProject();
    project.words('words');
    expect(run(project.path, 'test', '--mutants-of', '2/3').stdout).toContain('1 mutant caught in part 2 of 3');
  });

  test.for([
    [['test', '--jobs', '0'], 'A number from 1 to 64'],
    [['test', '--mutants-of', '0/2'], '1/3, 2/3 or 3/3'],
    [['test', '--mutants-of', '3/2'], '1/3, 2/3 or 3/3'],
    [['test', '--mutants-of', 'half'], '1/3, 2/3 or 3/3'],
    [['test', 'words', '--mutants-of', '1/2', '--mutant', 'half'], "cannot be used with option '--mutant"],
    [['new', 'x', '--language', 'cobol'], 'python, node'],
    [['tutor-test', 'words', '--limit', '0'], 'A number from 1 to 100000'],
    [['tutor-test', 'words', '--turns', 'bribe'], 'There is no turn "bribe". There are: just-fix-it, '],
    [['tutor-test', 'words'], 'words: no line of its solution could be given away'],
    [['tutor-test', 'code', '--agent', 'nobody'], 'There is no tutor "nobody". Choose from: claude, codex, gemini'],
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['lint', 'gone'], 'There is no exercise "gone". There are: code, words'],
  ] as const)('refuses %j and says what is allowed', ([args, words]) => {
    using project = new TemporaryProject();
    project.words('words');
    project.words('code', { files: CODE });
    const { status, stderr } = run(project.path, ...args);
    expect(status).toBe(1);
    expect(stderr).toContain(words);
  });

  test('[exercises 6 tutor-test-key] says how to install a tutor that is not there', () => {
    using project = new TemporaryProject();
    project.words('code', { files: CODE });
    const env = { PATH: project.at('no-programs') };
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, 'tutor-test'], {
      ...{ cwd: project.path, encoding: 'utf8', env, input: '' },
    });
    expect([status, stdout]).toEqual([3, '']);
    expect(stderr).toContain('Claude Code is not installed, or cannot be started. Install it:\n    npm install -g');
  });

  test('names what a preview needs where it is not there', () => {
    using project = new TemporaryProject();
    project.words('words');
    const { status, stderr } = run(project.path, 'preview', 'words', '--no-open');
    expect(status).toBe(1);
    expect(stderr).toContain('apps/learn-app');
    expect(stderr).toContain('npm run exercise-kit -- preview <id>');
  });
});
