import { rmSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { build } from '../src/commands/build.js';
import { lintCommand } from '../src/commands/lint.js';
import { Heard, saying, TemporaryProject } from './support.js';

async function linted(project: TemporaryProject, ids: string[] = [], options: { json?: boolean } = {}) {
  const heard = new Heard();
  const code = await lintCommand(project, ids, { jobs: 2, ...options }, heard);
  return { code, text: heard.text };
}

/** What lint says about an exercise that was whole before this change. */
async function lintAfter(change: (project: TemporaryProject) => void) {
  using project = new TemporaryProject();
  project.words('words');
  await build(project, {}, new Heard());
  change(project);
  // Awaited here: the project is gone as soon as this returns.
  return await linted(project);
}

/** A wrong value for each field of config.json, with what the message has to name beside file and field. */
const WRONG_FIELDS: [string, unknown, string][] = [
  ['formatVersion', 3, '1 or 2'],
  ['id', 'Not An Id', 'lower-case'],
  ['version', '1.0', '1.0.0'],
  ['title', '', '1'],
  ['description', 7, 'string'],
  ['lessonPath', 'no/lesson', 'no/lesson'],
  ['difficulty', 'hard', 'beginner'],
  ['estimatedMinutes', 0, '1'],
  ['xpReward', -1, '0'],
  ['prerequisites', ['two words'], 'prerequisites'],
  ['os', ['beos'], 'linux'],
  ['network', 'yes', 'boolean'],
  ['skills', [''], '1'],
  ['criteria', [{ id: 'Says one', title: 'Says one' }], 'small letters'],
  ['criteria', [{ id: 'one', title: 'Says one', hints: ['a', 'b', 'c', 'd', 'e'] }], '<=4 items'],
  ['criteria', [{ id: 'one', title: 'Says one', needs: ['two'] }], 'expected an id from the list: one'],
  ['next', 'nowhere', 'words'],
  ['solutionFiles', ['../answer.txt'], 'relative'],
  ['workspace', { starterFiles: ['/etc/passwd'] }, 'relative'],
  ['workspace', { setupCommands: 'make' }, 'array'],
  ['verification', { type: 'magic' }, 'script'],
  ['verification', { type: 'script', script: 'verify.exe' }, 'verify.sh'],
  ['verification', { type: 'script', script: 'verify.sh', timeout: 4000 }, '300'],
  ['verification', { type: 'checks', checks: [{ type: 'file_exists', criterion: 'one' }] }, 'path'],
];

describe('lint', () => {
  test('finds nothing wrong with an exercise that is whole', async () => {
    const { code, text } = await lintAfter(() => {});
    expect(text).toContain('1 exercise: 0 errors, 0 warnings');
    expect(code).toBe(0);
  });

  test.for(WRONG_FIELDS)(
    '[exercises 8 wrong-config] names the file, the field and what is allowed: %s %j',
    async ([field, value, allowed]) => {
      const { code, text } = await lintAfter((project) => project.configure('words', { [field]: value }));
      expect(code).toBe(1);
      const line = text
        .split('\n')
        .find(
          (one) =>
            (one.includes('error:') && one.includes(`config.json ${field}`)) || one.includes(`config.json: ${field}`),
        );
      expect(line, text).toMatch(/found|missing/);
      expect(line, text).toContain(allowed);
    },
  );

  test('[practice-environment 5.3 lesson-check] finds an exercise whose lesson is gone', async () => {
    const { code, text } = await lintAfter((project) => project.remove('docs/01-part/01-lesson.md'));
    expect(code).toBe(1);
    expect(text).toContain('error: words/config.json lessonPath: found "01-part/01-lesson", but there is no lesson');
  });

  test('warns of a field that does not exist, as a misspelled one', async () => {
    const { code, text } = await lintAfter((project) => project.configure('words', { solutionfiles: ['answer.txt'] }));
    expect(code).toBe(0);
    expect(text).toContain('warning: words/config.json: solutionfiles: no such field');
  });

  test('lets a tutor speak of decorators, addresses and comments as code', async () => {
    const text = 'Ask what `@property` does, or\n```html\n<!-- this -->\n@import\n```\nfor a@b.example. Is @ odd?\n';
    const { code } = await lintAfter((project) => project.write({ 'exercises/words/tutor.md': text }));
    expect(code).toBe(0);
  });

  test.for<[string, Record<string, string>, string]>([
    [
      'a hint that says a line of the solution',
      hint('Perhaps write  one two three four  there.'),
      'says a line of the solution: one two three four',
    ],
    ['an empty hint', hint('  '), 'hints of one, 0: found an empty hint'],
    ['a tutor that says nothing', { 'tutor.md': '\n' }, 'tutor.md: missing or empty'],
    ['a tutor with a title', { 'tutor.md': '# Tutor\n' }, 'found a heading "# …"'],
    ['a tutor with its own hints', { 'tutor.md': '## Progressive Hints\n' }, 'that part comes from config.json'],
    ['a tutor that seems to import', { 'tutor.md': 'Say what @property does.\n' }, 'tutor.md: found "@property"'],
    ['rules that seem to import', { '../_policy.md': 'See\n@./notes.md\n' }, '_policy.md: found "@./notes.md"'],
    ['a hint that seems to import', hint('Look at @answer.txt'), 'config.json: found "@answer.txt"'],
    ['a comment', { 'tutor.md': 'Ask.\n\n<!-- later -->\n' }, 'tutor.md: found the comment "<!-- later -->"'],
    [
      'a tutor whose last words nobody reads',
      { 'tutor.md': `${'Ask once more. '.repeat(2200)}\n` },
      'AI CLIs read the first 32768',
    ],
    ['a solution that is the starter', { 'solution/answer.txt': 'TODO\n' }, 'nothing in it differs from starter/'],
    ['a mutant without a reason', { 'mutants.json': '{"only-one": {"fails": ["two"]}}' }, 'only-one.why'],
    ['a mutant with an empty reason', oneMutant([saying('one')], { why: '' }), 'only-one.why: found ""'],
    ['a mutant that fails nothing', oneMutant([saying('one')], { fails: [] }), 'only-one.fails: found a list of 0'],
    ['a mutant without edits', oneMutant([]), 'mutants.json: only-one.edits: found a list of 0'],
    [
      'an edit outside of the workspace',
      oneMutant([{ file: '../answer.txt', find: 'a', replace: 'b' }]),
      'only-one.edits.0.file: found "../answer.txt", expected a relative path',
    ],
    [
      'an edit that cannot be made',
      oneMutant([saying('one'), { file: 'other.txt', find: 'a', replace: 'b' }]),
      'mutants.json only-one.edits.1: other.txt is in neither solution/ nor starter/',
    ],
    [
      'edits that together are none',
      oneMutant([saying('one two\n'), { file: 'answer.txt', find: '', replace: [] }]),
      'mutants.json only-one.edits: together they leave the solution as it is',
    ],
    [
      'a home folder of somebody',
      { 'starter/answer.txt': 'see /home/anna/notes' },
      'starter/answer.txt:1: found /home/anna',
    ],
    [
      'a host of the internet',
      { 'starter/answer.txt': 'get https://api.weather.gov/x' },
      'found the host api.weather.gov',
    ],
    ['a file that build makes', { 'AGENTS.md': 'mine' }, 'AGENTS.md: exercise-kit build makes it; remove it here'],
    [
      'a mutant that fails what is not listed',
      { 'mutants.json': JSON.stringify({ 'only-one': { why: 'w', fails: ['Says two'], edits: [saying('one')] } }) },
      'mutants.json only-one.fails: found "Says two", which is not the id of a criterion; there are: one, two',
    ],
  ])('finds %s', async ([, files, words]) => {
    const { code, text } = await lintAfter((project) => {
      for (const [path, content] of Object.entries(files)) project.write({ [`exercises/words/${path}`]: content });
    });
    expect(code).toBe(1);
    expect(text).toContain(words);
  });

  test.for<[string, string]>([
    ['starter/answer.txt', 'starter/answer.txt: listed, but there is no such file'],
    ['verify.sh', 'verify.sh: listed, but there is no such file'],
    ['solution', 'solution: missing or empty'],
    ['mutants.json', 'mutants.json: the file is missing'],
  ])('finds that %s is missing', async ([path, words]) => {
    const { text } = await lintAfter((project) => project.remove(`exercises/words/${path}`));
    expect(text).toContain(words);
  });

  test('warns of files that nobody gets, of a criterion without hints and of a solution that cannot be shown', async () => {
    const { code, text } = await lintAfter((project) => {
      project.write({ 'exercises/words/starter/notes.md': 'x' });
      const criteria = [
        { id: 'one', title: 'Says one', hints: ['a'] },
        { id: 'two', title: 'Says two' },
      ];
      project.configure('words', { criteria, solutionFiles: [] });
    });
    expect(code).toBe(0);
    expect(text).toContain('warning: words/starter/notes.md: not listed in workspace.starterFiles');
    expect(text).toContain('hints of one: found a hint ladder of 1');
    expect(text).toContain('hints of two: found no hint ladder');
    expect(text).toContain('"answer.txt" is not listed, so students cannot be shown it');
  });

  test('warns of code that wraps in the terminal beside a lesson, and of no prose', async () => {
    const wide = `say("${'a'.repeat(90)}")\n`;
    const { code, text } = await lintAfter((project) => {
      project.write({ 'exercises/words/starter/run.py': `\n${wide}${wide}`, 'exercises/words/starter/read.md': wide });
      const workspace = { starterFiles: ['answer.txt', 'run.py', 'read.md'] };
      project.configure('words', { workspace, prerequisites: ['python3'] });
    });
    expect(code).toBe(0);
    expect(text).toContain('warning: words/starter/run.py:2: found lines of up to 97 columns (2 in all)');
    expect(text).not.toContain('read.md');
  });

  test('finds a program that is used and not listed, and warns of one that nothing uses', async () => {
    const { text } = await lintAfter((project) => {
      project.write({ 'exercises/words/starter/run.py': 'x' });
      const workspace = { starterFiles: ['answer.txt', 'run.py'] };
      project.configure('words', { workspace, prerequisites: ['node'] });
    });
    expect(text).toContain('error: words/config.json prerequisites: "python3" is used, but not listed');
    expect(text).toContain('warning: words/config.json prerequisites: "node" is listed, but nothing uses it');
  });

  test.for<[string, string]>([
    ['if [[ -f a ]]; then :; fi', '[['],
    ['function judge { :; }', 'function'],
    ['local -a names', 'local with an option'],
    ['names=(a b)', 'an array'],
    ['echo -e "a\\nb"', 'echo with an option'],
    ['source lib.sh', 'source'],
    ['[ "$a" == b ]', '== in ['],
    ['diff <(ls) b', 'process substitution'],
    ['ls &> log', '&>'],
    ['cat <<< "$a"', '<<<'],
    ['echo ${name^^}', 'a bash expansion'],
    ['for i in {1..3}; do :; done', 'a brace range'],
    ['sed -i s/a/b/ x', 'sed -i'],
    ['grep -oP "a" x', 'grep -P'],
    ['readlink -f x', 'readlink -f'],
    ['timeout 5 ls', 'timeout'],
    ['if then', 'cannot read it'],
  ])('finds shell that not every machine knows: %s', async ([line, found]) => {
    const { code, text } = await lintAfter((project) => {
      project.write({ 'exercises/words/verify.sh': `#!/bin/sh\n# [[ a comment may say anything ]]\n${line}\n` });
    });
    expect(code).toBe(1);
    expect(text).toContain(found);
    expect(text).toContain('words/verify.sh:3:');
  });

  test('lets portable shell pass', async () => {
    const lines = [
      'set -eu',
      'printf "%s\\n" "$1"',
      'if [ "$a" = b ]; then :; fi',
      'grep -E "a" x | sed -E s/a/b/',
      'read -r line',
      'total=$((1 + 2))',
    ];
    const { code } = await lintAfter((project) => {
      project.write({ 'exercises/words/verify.sh': `#!/bin/sh\n${lines.join('\n')}\n` });
    });
    expect(code).toBe(0);
  });

  test('warns of the old format, and of fields that the format does not have', async () => {
    const { code, text } = await lintAfter((project) => {
      const stages = [{ title: 'All', criteria: ['Says one', 'Says two'] }];
      project.configure('words', { formatVersion: 1, stages });
    });
    expect(code).toBe(0);
    expect(text).toContain('warning: words/config.json: formatVersion: found 1; it still works');
    expect(text).toContain('criteria: no such field, so it is ignored; it needs "formatVersion": 2');
  });

  test('finds that nothing is listed that the work has to do', async () => {
    const { code, text } = await lintAfter((project) => project.configure('words', { criteria: [] }));
    expect(code).toBe(1);
    expect(text).toContain('error: words/config.json: criteria: missing or empty');
  });

  test('finds a link that would publish what lies outside of the exercise', async () => {
    const { code, text } = await lintAfter((project) => {
      project.remove('exercises/words/starter/answer.txt');
      symlinkSync(project.at('docs/01-part/01-lesson.md'), project.at('exercises/words/starter/answer.txt'));
    });
    expect(code).toBe(1);
    expect(text).toContain('starter/answer.txt: leads out of the exercise');
  });

  test.for(['solution/more.txt', 'starter/more.txt', 'checks/more.txt', 'solution/answer.txt'])(
    'finds a link, once, where no config need list it: %s',
    async (path) => {
      const { code, text } = await lintAfter((project) => {
        project.write({ 'exercises/words/checks/one.txt': '' });
        rmSync(project.at('exercises/words', path), { force: true });
        symlinkSync('/dev/zero', project.at('exercises/words', path));
      });
      expect(code).toBe(1);
      expect(text.split('\n').filter((line) => line.includes(`error: words/${path}`))).toHaveLength(1);
    },
  );

  test('prints JSON for scripts', async () => {
    using project = new TemporaryProject();
    project.words('words', { config: { next: 'gone' } });
    const { exercises } = JSON.parse((await linted(project, ['words'], { json: true })).text);
    expect(exercises[0].id).toBe('words');
    expect(exercises[0].findings).toContainEqual(
      expect.objectContaining({ severity: 'error', file: 'config.json', at: 'next' }),
    );
  });
});

/** A mutants.json of one mutant. */
function oneMutant(edits: unknown[], more: Record<string, unknown> = {}): Record<string, string> {
  return { 'mutants.json': JSON.stringify({ 'only-one': { why: 'w', fails: ['two'], edits, ...more } }) };
}

/** A solution with a telling line, and a first hint. */
function hint(text: string): Record<string, string> {
  const config = {
    formatVersion: 2,
    id: 'words',
    title: 'Words',
    lessonPath: '01-part/01-lesson',
    difficulty: 'beginner',
    estimatedMinutes: 20,
  };
  const verification = { type: 'script', script: 'verify.sh' };
  const workspace = { starterFiles: ['answer.txt'] };
  const criteria = [{ id: 'one', title: 'Says one', hints: [text, 'b', 'c'] }];
  return {
    'solution/answer.txt': 'one two three four\n',
    'config.json': JSON.stringify({ ...config, verification, workspace, criteria, solutionFiles: ['answer.txt'] }),
  };
}
