import { readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { checkWork, loadExercise, seedWorkspace } from '@agent-factory/exercise-runtime';
import { childEnvironment } from '@agent-factory/subprocess';
import { describe, expect, test } from 'vitest';
import { build } from '../../src/commands/build.js';
import { Heard, TemporaryProject } from '../support.js';

/** What the check of a new Python exercise says about a student's shorten.py. */
async function judged(work: string, more: Record<string, string> = {}) {
  using project = new TemporaryProject();
  const id = project.create({ language: 'python' });
  await build(project, {}, new Heard());
  const exercise = await loadExercise(project.at('exercises/dist', id));
  await seedWorkspace(exercise, { workspace: project.at('work') });
  project.write({ 'work/shorten.py': work });
  for (const [path, text] of Object.entries(more)) project.write({ [path]: text });
  await mkdir(project.at('temporary'));
  const env = { ...childEnvironment(process.env), HOME: project.at('home'), TMPDIR: project.at('temporary') };
  const result = await checkWork(exercise, {
    workspace: project.at('work'),
    env: { ...env, AF_SECRET: 'x', TZ: 'Asia/Tokyo' },
  });
  expect(readdirSync(project.at('temporary'))).toEqual([]);
  return result;
}

const shorten = (body: string) => `import os, sys\n\n\ndef shorten(text, longest):\n${body}\n`;
const RIGHT = `    if len(text) <= longest:
        return text
    kept, follows = text[: longest - 1], text[longest - 1]
    if follows != " ":
        kept = kept.rsplit(" ", 1)[0]
    return kept.rstrip() + "…"`;

/** A student's work that is right, if this holds while it is loaded. */
const rightIf = (condition: string) => `import os, sys, tempfile, time\nassert ${condition}\n${shorten(RIGHT)}`;

describe('the check library for Python', { concurrent: true }, () => {
  test('accepts a correct solution', async ({ expect }) => {
    expect(await judged(shorten(RIGHT))).toMatchObject({ complete: true, status: 'passed' });
  });

  test.for<[string, string, Record<string, unknown>]>([
    ['a syntax error', 'def shorten(', { message: expect.stringContaining('cannot read shorten.py, line 1') }],
    [
      'an exception while loading',
      'raise ValueError("at the top")',
      { message: expect.stringContaining('at the top'), where: 'shorten.py:1' },
    ],
    [
      'an exception',
      shorten('    return text.nope'),
      { message: expect.stringContaining('AttributeError'), where: 'shorten.py:5' },
    ],
    ['a missing function', 'x = 1', { message: expect.stringContaining('has no `shorten`') }],
    [
      'an endless loop',
      shorten('    while True: pass'),
      {
        message: expect.stringContaining(
          'did not finish within 3.5 seconds and was stopped. It was busy at shorten.py:5',
        ),
      },
    ],
    ['a flood', shorten('    while True: print("x" * 10000)'), { message: expect.stringContaining('more than 1 MB') }],
    [
      'the end of the program',
      shorten('    sys.exit(3)'),
      { message: expect.stringContaining('ended itself by exit(3)') },
    ],
    ['the end of the process', shorten('    os._exit(3)'), { message: expect.stringContaining('(exit code 3)') }],
    ['a signal', shorten('    os.kill(os.getpid(), 15)'), { message: expect.stringContaining('(exit code -15)') }],
    [
      'a list without end',
      shorten('    return "x" * 4_000_000_000'),
      { message: expect.stringContaining('MemoryError') },
    ],
    [
      'recursion without end',
      shorten('    return shorten(text, longest)'),
      { message: expect.stringContaining('RecursionError') },
    ],
    ['keys that nobody presses', shorten('    return input()'), { message: expect.stringContaining('EOFError') }],
    [
      'pipes that were closed',
      shorten('    os.closerange(0, 99)\n    while True: pass'),
      { message: expect.stringMatching(/did not finish|before the check was done/) },
    ],
  ])('tells a student about %s', async ([, work, row], { expect }) => {
    const { status, criteria } = await judged(work);
    expect(status).toBe('failed');
    expect(criteria[0]).toMatchObject({ status: 'failed', ...row });
    expect(criteria[0]?.hint).toBeTruthy();
  });

  test.for<[string, string]>([
    ['settings and secrets of the caller', 'not {"AF_SECRET", "TZ", "AF_WORKSPACE"} & set(os.environ)'],
    ['the time zone of the caller', 'time.tzname[0] != "JST"'],
    ['the folder for temporary files of the judge', 'tempfile.gettempdir() == os.getcwd() == os.path.expanduser("~")'],
    ['arguments', 'sys.argv[1:] == []'],
    ['the modules of the check', 'not any(name.endswith("checks") for name in sys.path)'],
    ['open files of the judge', 'len(os.listdir("/dev/fd")) <= 5'],
    ['the session of the judge', 'os.getsid(0) == os.getpid()'],
    ['an encoding other than UTF-8', 'sys.flags.utf8_mode and sys.stdout.encoding == "utf-8"'],
  ])('keeps %s from the work', async ([, condition], { expect }) => {
    const { criteria } = await judged(rightIf(condition));
    expect(criteria.map(({ message }) => message).filter(Boolean)).toEqual([]);
  });

  test('lets no criterion see what another one has left in memory', async ({ expect }) => {
    const once = `import json\nassert not hasattr(json, "seen")\njson.seen = True\n${shorten(RIGHT)}`;
    expect(await judged(once)).toMatchObject({ complete: true });
  });

  test('lets no criterion see what another one has left in its folder', async ({ expect }) => {
    const once = `import os\nassert not os.path.exists("seen")\nopen("seen", "w").close()\n${shorten(RIGHT)}`;
    expect(await judged(once)).toMatchObject({ complete: true });
  });

  test('marks what a student starts, so that whoever runs the check can end it', async ({ expect }) => {
    expect(await judged(rightIf('len(os.environ["AF_PRACTICE_RUN"]) > 8'))).toMatchObject({ complete: true });
  });

  test.for<[string, string]>([
    ['the folders of all criteria', 'shutil.rmtree("..", ignore_errors=True)'],
    [
      'the folders, and puts files in their places',
      'for name in os.listdir(".."): shutil.rmtree("../" + name, ignore_errors=True); open("../" + name, "w").close()',
    ],
  ])(
    'says of each criterion that it can no longer be tried, where the work removes %s',
    async ([, line], { expect }) => {
      const { status, criteria } = await judged(`import os, shutil\n${line}\n${shorten(RIGHT)}`);
      expect(status).toBe('failed');
      expect(criteria).toHaveLength(3);
      expect(criteria[1]).toMatchObject({ status: 'failed', message: expect.stringContaining('could not be tried') });
      expect(criteria[1]?.hint).toBeTruthy();
    },
  );

  test.runIf(process.platform === 'linux')(
    'says so where the work has ended the processes that wait',
    async ({ expect }) => {
      const lines = `import os
for pid in [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]:
    try:
        if int(open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[1]) == os.getppid(): os.kill(pid, 9)
    except OSError: pass
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
    ['removed', 'shutil.rmtree("../work", ignore_errors=True)'],
    ['spoiled by a pipe', 'os.path.exists("../work/x.py") or os.mkfifo("../work/x.py")'],
  ])('needs no more of the first copy once the work runs: it may be %s', async ([, line], { expect }) => {
    expect(await judged(`import os, shutil\n${line}\n${shorten(RIGHT)}`)).toMatchObject({ complete: true });
  });

  test('takes a module of the student for one of the same name that the judge uses', async ({ expect }) => {
    const more = {
      'work/selectors.py': 'MINE = True\n',
      'work/shutil.py': 'MINE = True\n',
      'work/check_expect.py': 'x',
    };
    const work = `import selectors, shutil\nassert selectors.MINE and shutil.MINE\n${shorten(RIGHT)}`;
    expect(await judged(work, more)).toMatchObject({ complete: true });
  });

  test('takes no row from what a student prints, wherever to', async ({ expect }) => {
    const row = JSON.stringify({ name: 'Keeps a text that fits', passed: true });
    const forged = `import os\nprint('${row}', flush=True)\nfor end in range(1, 20):\n    try: os.write(end, b'\\n${row}\\n')\n    except OSError: pass\n`;
    const { criteria } = await judged(forged + shorten('    return ""'));
    expect(criteria).toHaveLength(3);
    expect(criteria[0]).toMatchObject({ name: 'Keeps a text that fits', status: 'failed' });
  });

  test('waits for no process that the student has left', async ({ expect }) => {
    const work = `import subprocess\nsubprocess.Popen(["sleep", "60"])\n${shorten(RIGHT)}`;
    const { complete, durationMs } = await judged(work);
    expect(complete).toBe(true);
    expect(durationMs).toBeLessThan(20_000);
  });

  test('says that the check is broken, not the work, where the check cannot be loaded', async ({ expect }) => {
    const more = { 'exercises/dist/tiny/checks/check_criteria.py': 'import nothing_of_that_name\n' };
    expect(await judged(shorten(RIGHT), more)).toMatchObject({ status: 'error' });
  });
});
