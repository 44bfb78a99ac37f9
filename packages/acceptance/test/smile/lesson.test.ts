import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { cliMounts } from '../../src/containers/cli-mounts.js';
import type { LearnerScript } from '../../src/learner/talk.js';
import { COMPLETED, cast, does, MENTOR_WORDS, type Told } from './scripts.js';
import { openWorkshop, type Workshop } from './workshop.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const EXERCISE = 'ch33-agent-loop';
const LESSON = 'apps/learn-app/docs/05-Building-Custom-Agents/33-how-agents-work/02-the-agent-loop.md';
/** The line of the lesson that the mentor of the test finds wanting. */
const QUOTE = '## From turns to a loop';
/** One of the exercise's own mistakes. */
const MUTANT = 'forgets-observation';

/** Each test says what the models say. */
let script: LearnerScript = cast({ student: does([], COMPLETED) });
let workshop: Workshop;
/** An author's project with the lesson and its exercise. */
let project: string;

beforeAll(async () => {
  workshop = await openWorkshop((talk) => script(talk));
});
afterAll(() => workshop?.[Symbol.asyncDispose]());
beforeEach(async () => {
  project = await mkdtemp(join(workshop.folder, 'site-'));
  for (const path of ['exercises/_policy.md', 'exercises/_lib', `exercises/${EXERCISE}`, LESSON]) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await cp(join(ROOT, path), join(project, path), { recursive: true });
  }
  const settings = {
    containerImage: workshop.image,
    maxIterations: 1,
    timeout: 240,
    container: { mounts: await cliMounts(['claude']), keepOnFailure: false },
  };
  await writeFile(join(project, 'smile.json'), JSON.stringify(settings));
});

/** Makes the learner's program part of the project, at this place. */
async function install(place: string): Promise<void> {
  await mkdir(dirname(join(project, place)), { recursive: true });
  await symlink(join(ROOT, 'packages/smile-loop'), join(project, place));
}

/** A program of the project's, as its author starts it. */
function start(script: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const { home, engine, modelUrl = '' } = workshop.options;
  const models = { ANTHROPIC_BASE_URL: modelUrl, ANTHROPIC_AUTH_TOKEN: 'of-the-author' };
  const env = { PATH: process.env.PATH, HOME: home, SMILE_HOME: join(home, '.smile'), ...engine, ...models };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [join(ROOT, script), ...args], { cwd: project, env }, (_, out, err) => {
      resolve({ code: child.exitCode ?? -1, text: out + err });
    });
  });
}

interface LessonReport extends Told {
  readonly verdict?: {
    readonly passed: boolean;
    readonly criteria: { readonly name: string; readonly passed: boolean }[];
  };
}

async function readReport(): Promise<LessonReport> {
  return JSON.parse(await readFile(join(project, 'smile-results', EXERCISE, 'smile-report.json'), 'utf8'));
}

const original = (path: string) => readFile(join(ROOT, path), 'utf8');
const solution = () => original(`exercises/${EXERCISE}/solution/loop.py`);

/** The solution with one plausible mistake. */
async function mistaken(): Promise<string> {
  const { edits } = JSON.parse(await original(`exercises/${EXERCISE}/mutants.json`))[MUTANT];
  const lines = (text: string | string[]) => [text].flat().join('\n');
  return edits.reduce(
    (text: string, edit: { find: string | string[]; replace: string | string[] }) =>
      text.replace(lines(edit.find), lines(edit.replace)),
    await solution(),
  );
}

/** Does what the lesson asks: takes both turns by hand with its files, then writes the loop and tries it. */
async function student(loop: string): Promise<LearnerScript> {
  const lesson = await original(LESSON);
  const shown = [...lesson.matchAll(/^```python title="([^"]+)"\n([\s\S]*?)^```$/gm)];
  const files = shown.map(([, name = '', text = '']) => writing(name, text));
  const commands = [...files, 'python3 by_hand.py', writing('loop.py', loop), 'python3 run.py "Plan a day in Lisbon"'];
  return does(commands, COMPLETED);
}

function writing(name: string, text: string): string {
  return `cat > ${name} <<'END_OF_FILE'\n${text.trimEnd()}\nEND_OF_FILE`;
}

const MENTOR: LearnerScript = () => {
  const fix = { kind: 'insert_after', text: 'Show the model what each action has shown.' };
  const gap = { quote: QUOTE, title: 'Observations', missing: 'That they are recorded.', fix, severity: 'high' };
  return { say: `${MENTOR_WORDS}\n\n\`\`\`gap\n${JSON.stringify(gap)}\n\`\`\`` };
};

async function titles(): Promise<string[]> {
  const { criteria } = JSON.parse(await original(`exercises/${EXERCISE}/config.json`));
  return criteria.map(({ title }: { title: string }) => title);
}

it('a lesson of the site is passed by its exercise’s own checks, started by the authors’ kit', async () => {
  await install('node_modules/@agent-factory/smile-loop');
  script = cast({ student: await student(await solution()) });
  const kit = 'packages/exercise-kit/dist/cli.js';
  const { code, text } = await start(kit, 'test', EXERCISE, '--learner', '--junit', 'junit.xml');
  expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining(`✓ ${EXERCISE}, learner: passed`) });
  const { verdict, meta, auditTrail } = await readReport();
  expect(meta).toMatchObject({ outcome: 'passed', judgedBy: 'checks', tutorial: LESSON });
  expect(verdict).toEqual({ passed: true, criteria: (await titles()).map((name) => ({ name, passed: true })) });
  const byHand = auditTrail.commands.find(({ command }) => command === 'python3 by_hand.py');
  expect(byHand?.output).toContain('Found it: in the cupboard');
  expect(await readFile(join(project, 'junit.xml'), 'utf8')).toContain('a simulated learner completes it');
  expect(await workshop.containers()).toEqual([]);
});

it('a learner that says it is done but is not has found a gap, which is not looked for again', async () => {
  await install('packages/smile-loop');
  await cp(join(ROOT, 'exercises/dist', EXERCISE), join(project, 'exercises/dist', EXERCISE), { recursive: true });
  script = cast({ student: await student(await mistaken()), mentor: MENTOR });
  const { code, text } = await start('scripts/smile/main.mjs', '--all');
  const line = (await original(LESSON)).split('\n').indexOf(QUOTE) + 1;
  expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining(`${LESSON}:${line}  Observations`) });
  const { verdict, meta } = await readReport();
  expect(meta).toMatchObject({ outcome: 'docs_gap', judgedBy: 'checks' });
  const failed = verdict?.criteria.filter(({ passed }) => !passed).map(({ name }) => name);
  expect({ passed: verdict?.passed, failed }).toEqual({
    passed: false,
    failed: ['Feeds observations back to the model'],
  });
  const again = await start('scripts/smile/main.mjs', EXERCISE);
  expect(again).toEqual({
    code: 1,
    text: expect.stringMatching(/docs_gap \(unchanged\)\n.*\n\n0 passed, 1 with gaps/),
  });
  const { length } = await readdir(join(project, 'smile-results', EXERCISE, 'runs'));
  expect(length).toBe(1);
});
