import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@agent-factory/acceptance';
import { afterEach, beforeEach, expect, it } from 'vitest';

// Which lessons are tried, and when again. What comes of a run is told by a program that only does that: real runs are
// those of lesson.test.ts.

const MAIN = fileURLToPath(new URL('../../../../scripts/smile/main.mjs', import.meta.url));
const DOCS = 'apps/learn-app/docs';

const PROGRAM = `import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const [, target, , folder] = process.argv.slice(2);
appendFileSync('tried', target + '\\n');
const { code = 0, outcome = 'passed', gaps = [], isSilent } = JSON.parse(readFileSync('plan.json', 'utf8'))[target] ?? {};
mkdirSync(folder, { recursive: true });
const meta = { runId: String(Math.random()), status: 'completed', outcome };
if (!isSilent) writeFileSync(folder + '/smile-report.json', JSON.stringify({ meta, gaps }));
process.exitCode = code;
`;

let site: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  site = await temporaryFolder('smile-site-');
  await write('packages/smile-loop/package.json', '{"type":"module","version":"1.0.0"}');
  await write('packages/smile-loop/dist/cli.js', PROGRAM);
  await write('plan.json', '{}');
  await write(`${DOCS}/01-part/01-plain.md`, '# Plain');
  for (const id of ['one', 'two']) {
    await write(`${DOCS}/01-part/${id}.md`, `# ${id}\n\n![x](x.png)\n`);
    await write(`exercises/dist/${id}/config.json`, JSON.stringify({ id, lessonPath: `01-part/${id}` }));
  }
});
afterEach(() => site[Symbol.asyncDispose]());

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(site.path, path)), { recursive: true });
  await writeFile(join(site.path, path), text);
}

/** Runs it; tells the exit code, what it printed, and what was tried. */
async function smile(...args: string[]) {
  await rm(join(site.path, 'tried'), { force: true });
  const { code, text } = await new Promise<{ code: number; text: string }>((resolve) => {
    const env = { PATH: process.env.PATH };
    const child = execFile(process.execPath, [MAIN, ...args], { cwd: site.path, env }, (_, out, err) => {
      resolve({ code: child.exitCode ?? -1, text: out + err });
    });
  });
  const tried = await readFile(join(site.path, 'tried'), 'utf8').catch(() => '');
  return { code, text, tried: tried.split('\n').filter((line) => line !== '') };
}

it('tries all lessons that have an exercise, as that exercise, and the others where the model’s word is enough', async () => {
  expect(await smile('--all')).toMatchObject({ code: 0, tried: ['one', 'two'] });
  const { tried } = await smile('--all', '--without-checks', '--force');
  expect(tried).toEqual([`${DOCS}/01-part/01-plain.md`, 'one', 'two']);
});

it.each([['two'], ['01-part/two'], ['01-part/two.md'], [`${DOCS}/01-part/two.md`]])(
  'knows a lesson as %s',
  async (name) => {
    expect(await smile(name)).toMatchObject({ code: 0, tried: ['two'] });
  },
);

it.each([
  ['01-part/three', 'There is no lesson or exercise "01-part/three".'],
  ['01-part/01-plain', 'has no exercise, whose checks could judge. Add --without-checks.'],
])('refuses %s', async (name, words) => {
  expect(await smile(name)).toEqual({ code: 2, tried: [], text: expect.stringContaining(words) });
});

it.each([
  [`${DOCS}/01-part/two.md`, '# Two, better'],
  [`${DOCS}/01-part/x.png`, 'another picture'],
  ['exercises/dist/two/starter/a.py', 'pass'],
])('tries again where %s has changed, and nothing else', async (path, text) => {
  await write(`${DOCS}/01-part/one.md`, '# one, without a picture');
  await smile('--all');
  expect((await smile('--all')).tried).toEqual([]);
  await write(path, text);
  expect((await smile('--all')).tried).toEqual(['two']);
});

it.each([
  ['packages/smile-loop/package.json', '{"type":"module","version":"1.0.1"}'],
  ['smile.json', '{"llmProvider":"codex"}'],
])('tries all again where %s has changed', async (path, text) => {
  await smile('--all');
  await write(path, text);
  expect((await smile('--all')).tried).toEqual(['one', 'two']);
});

it('tries again what has said nothing of a lesson, and keeps the gaps of another', async () => {
  const gaps = [{ title: 'No port', location: { line: 7 } }];
  await write(
    'plan.json',
    JSON.stringify({ one: { code: 1, outcome: 'docs_gap', gaps }, two: { code: 4, outcome: 'infra_error' } }),
  );
  const first = await smile('--all');
  expect(first).toMatchObject({ code: 1, text: expect.stringContaining('two  infra_error') });
  expect(first.text).toContain('0 passed, 1 with gaps, 1 of which nothing can be said');
  await write('plan.json', '{}');
  const second = await smile('--all');
  expect(second).toMatchObject({ code: 1, tried: ['two'] });
  expect(second.text).toMatch(/one {2}docs_gap \(unchanged\)\n +apps\/learn-app\/docs\/01-part\/one\.md:7 {2}No port/);
});

it('ends with the highest code where no lesson has a gap, and does not take an old report for a new one', async () => {
  await smile('one');
  await write(
    'plan.json',
    JSON.stringify({ one: { code: 7, isSilent: true }, two: { code: 5, outcome: 'harness_error' } }),
  );
  expect(await smile('--all', '--force')).toMatchObject({ code: 7, text: expect.stringContaining('one  busy') });
});

it('goes no further once it is stopped', async () => {
  await write('plan.json', JSON.stringify({ one: { code: 130, isSilent: true } }));
  const { code, text, tried } = await smile('--all');
  expect({ code, tried }).toEqual({ code: 130, tried: ['one'] });
  expect(text).toContain('1 not tried');
});
