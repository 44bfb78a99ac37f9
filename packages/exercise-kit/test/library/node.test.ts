import { readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { checkWork, loadExercise, seedWorkspace } from '@agent-factory/exercise-runtime';
import { childEnvironment } from '@agent-factory/subprocess';
import { describe, expect, test } from 'vitest';
import { build } from '../../src/commands/build.js';
import { Heard, TemporaryProject } from '../support.js';

/** What the check of a new Node exercise says about a student's shorten.mjs. */
async function judged(work: string, more: Record<string, string> = {}) {
  using project = new TemporaryProject();
  const id = project.create({ language: 'node' });
  await build(project, {}, new Heard());
  const exercise = await loadExercise(project.at('exercises/dist', id));
  await seedWorkspace(exercise, { workspace: project.at('work') });
  project.write({ 'work/shorten.mjs': work });
  for (const [path, text] of Object.entries(more)) project.write({ [path]: text });
  await mkdir(project.at('temporary'));
  const env = { ...childEnvironment(process.env), HOME: project.at('home'), TMPDIR: project.at('temporary') };
  const result = await checkWork(exercise, { workspace: project.at('work'), env });
  expect(readdirSync(project.at('temporary'))).toEqual([]);
  return result;
}

const shorten = (body: string) => `export function shorten(text, longest) {\n${body}\n}\n`;
const RIGHT = `  if (text.length <= longest) return text;
  const words = text.split(' ');
  while (\`\${words.join(' ')}…\`.length > longest) words.pop();
  return \`\${words.join(' ')}…\`;`;

describe('the check library for Node', { concurrent: true }, () => {
  test('accepts another correct solution', async ({ expect }) => {
    expect(await judged(shorten(RIGHT))).toMatchObject({ complete: true, status: 'passed' });
  });

  test.for<[string, string, Record<string, unknown>]>([
    ['a syntax error', 'export function shorten( {', { message: expect.stringContaining('could not be loaded') }],
    [
      'an exception while loading',
      'throw new Error("at the top");',
      { message: expect.stringContaining('at the top'), where: 'shorten.mjs:1' },
    ],
    [
      'an exception',
      shorten('  return text.nope.length;'),
      { message: expect.stringContaining('TypeError'), where: 'shorten.mjs:2' },
    ],
    ['a thrown text', shorten('  throw "no";'), { message: expect.stringContaining("threw 'no', which is no Error") }],
    ['a missing export', 'function shorten() {}', { message: expect.stringContaining('exports no `shorten`') }],
    [
      'an unfinished part',
      shorten('  throw new Error("TODO: write shorten");'),
      { message: 'TODO: write shorten (shorten.mjs:2).' },
    ],
    [
      'an endless loop',
      shorten('  for (;;);'),
      { message: expect.stringContaining('did not finish within 3.5 seconds') },
    ],
    [
      'a flood',
      shorten('  for (;;) console.log("x".repeat(10000));'),
      { message: expect.stringMatching(/printed more than 1 MB|did not finish/) },
    ],
    [
      'the end of the process',
      shorten('  process.exit(0);'),
      { message: expect.stringContaining('ended the whole process') },
    ],
    [
      'an exception whose message has an address of another machine',
      shorten('  throw new Error("cannot read file://server/share:80");'),
      { message: expect.stringContaining('cannot read file://server/share:80'), where: 'shorten.mjs:2' },
    ],
    [
      'a pipe in the place of the file, which is looked at to find out where something is declared',
      `import { execFileSync } from 'node:child_process';\nimport { rmSync } from 'node:fs';\nrmSync('shorten.mjs');\nexecFileSync('mkfifo', ['shorten.mjs']);\n${shorten('  return 7;')}`,
      { expected: "'tea'", found: '7', where: 'shorten.mjs' },
    ],
    [
      'an error that its process tells with a key and a message which are no texts',
      `import { writeSync } from 'node:fs';\nwriteSync(4, '{"answers":1,"raised":{"error":{"number":1,"name":"Error","message":"x","stack":"x","own":[[["message"],7]]}}}\\n');\n${shorten(RIGHT)}`,
      { message: expect.stringContaining('wrote something of its own') },
    ],
    [
      'an exception that nobody caught',
      'Promise.reject(new Error("lost"));\nawait new Promise((resolve) => setTimeout(resolve, 3000));',
      { message: 'Your program threw Error: lost (shorten.mjs:1). Nobody caught it.', where: 'shorten.mjs:1' },
    ],
    ['a wrong value', shorten('  return 7;'), { expected: "'tea'", found: '7', where: 'shorten.mjs:1' }],
  ])('tells a student about %s', async ([, work, row], { expect }) => {
    const { status, criteria } = await judged(work);
    expect(status).toBe('failed');
    expect(criteria[0]).toMatchObject({ status: 'failed', ...row });
    expect(criteria[0]?.hint).toBeTruthy();
  });

  test('tells about a promise that nobody fulfils', async ({ expect }) => {
    const { criteria } = await judged(`await new Promise(() => {});\n${shorten(RIGHT)}`);
    expect(criteria[0]?.message).toContain('awaits something that never comes');
    expect(criteria[1]).toMatchObject({ status: 'skipped', message: expect.stringContaining('could not be loaded') });
  });

  test('takes no row from what a student prints', async ({ expect }) => {
    const row = JSON.stringify({ name: 'Keeps a text that fits', passed: true });
    const forged = `import { writeSync } from 'node:fs';\nconsole.log('${row}');\ntry { writeSync(3, '${row}\\n'); } catch {}\n`;
    const { criteria } = await judged(forged + shorten('  return "";'));
    expect(criteria[0]).toMatchObject({ name: 'Keeps a text that fits', status: 'failed' });
  });

  test('lets no criterion see what another one has left in its folder', async ({ expect }) => {
    const once = `import { existsSync, writeFileSync } from 'node:fs';
if (existsSync('seen')) throw new Error('not alone');
if (process.env.AF_PRACTICE_RUN === undefined) throw new Error('not marked');
writeFileSync('seen', '');
${shorten(RIGHT)}`;
    expect(await judged(once)).toMatchObject({ complete: true });
  });

  test.for<[string, string]>([
    ['the folders of all criteria', `rmSync('..', { recursive: true, force: true });`],
    [
      'the folders, and puts files in their places',
      `for (const name of readdirSync('..')) { rmSync('../' + name, { recursive: true, force: true }); writeFileSync('../' + name, ''); }`,
    ],
  ])(
    'says of each criterion that it can no longer be tried, where the work removes %s',
    async ([, lines], { expect }) => {
      const { status, criteria } = await judged(
        `import { readdirSync, rmSync, writeFileSync } from 'node:fs';\n${shorten(`${RIGHT.replace('return text;', `{ ${lines} return text; }`)}`)}`,
      );
      expect(status).toBe('failed');
      expect(criteria).toHaveLength(3);
      expect(criteria[1]).toMatchObject({ status: 'failed', message: expect.stringContaining('could not be tried') });
      expect(criteria[1]?.hint).toBeTruthy();
    },
  );

  test.runIf(process.platform === 'linux')(
    'says so where the work has ended the process that waits',
    async ({ expect }) => {
      const lines = `import { readdirSync, readFileSync } from 'node:fs';
for (const pid of readdirSync('/proc').filter((name) => /^\\d+$/.test(name) && Number(name) !== process.pid))
  try { if (Number(readFileSync(\`/proc/\${pid}/stat\`, 'utf8').split(') ')[1].split(' ')[1]) === process.ppid) process.kill(Number(pid), 'SIGKILL'); } catch {}
`;
      const { status, criteria } = await judged(lines + shorten(RIGHT));
      expect(status).toBe('failed');
      expect(criteria.map(({ message }) => message)).toEqual([
        undefined,
        expect.stringContaining('the process that waited for it had been ended'),
        expect.stringContaining('Not judged yet'),
      ]);
    },
  );

  test.for<[string, string]>([
    ['removed', `rmSync('../work', { recursive: true, force: true });`],
    ['spoiled by a pipe', `try { execFileSync('mkfifo', ['../work/x.mjs']); } catch {}`],
  ])('needs no more of the first copy once the work runs: it may be %s', async ([, line], { expect }) => {
    const imports = `import { rmSync } from 'node:fs';\nimport { execFileSync } from 'node:child_process';\n`;
    expect(await judged(`${imports}${line}\n${shorten(RIGHT)}`)).toMatchObject({ complete: true });
  });

  test('skips what builds on a failed criterion', async ({ expect }) => {
    const { criteria } = await judged(shorten('  return text;'));
    expect(criteria.map(({ status }) => status)).toEqual(['passed', 'failed', 'skipped']);
  });

  test("judges a folder with other people's code and odd files in it", async ({ expect }) => {
    const more = { 'work/node_modules/x/index.js': 'throw 1', 'work/deep/a/b/c/d/e.mjs': 'x', 'work/notes.txt': 'x' };
    expect(await judged(shorten(RIGHT), more)).toMatchObject({ complete: true });
  });
});
