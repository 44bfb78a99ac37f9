import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CorpusCase, corpusCases, expertMentor, layOutCase, literalStudent } from '../../src/index.js';
import type { LearnerScript } from '../../src/learner/talk.js';
import { type Running, startSmile } from '../../src/smile/smile-program.js';
import { watchableRun } from '../../src/smile/watchable-run.js';
import { cast, newestRun, QUICKEST, waitForOutput } from '../../test/smile/scripts.js';
import { openWorkshop, type Workshop } from '../../test/smile/workshop.js';
import { test as base } from '../test.js';

/** Would change the page's title, were it not shown as the text that it is. */
export const HOSTILE = '<img src=x onerror="document.title=404">';
/** What the student prints at first, but for the colours of a terminal. */
export const PRINTED = `Printed: ${HOSTILE}`;
/** The student prints something odd, and waits until the test lets it go on. */
const WAITS = `printf '\\033[31m%s\\033[0m\\n' '${PRINTED}'; until [ -e go ]; do sleep 0.05; done`;
/** Behind the tutorial, where it moves no line. */
const ODD_END = `\n## Odd end\n\n${HOSTILE}\n\n[A link](javascript:document.title=404)\n`;

/** A tutorial with a gap, its author's folder, and a student that waits at its first step. */
export interface Loop {
  readonly planted: CorpusCase;
  /** Starts a run, which goes on until it is to wait. */
  start(): Promise<Running>;
  /** Lets the student go on. */
  letGo(): Promise<void>;
  /** Starts `smile-loop observe` for the newest run, and gives the address that it prints. */
  observe(): Promise<{ readonly program: Running; readonly address: string }>;
}

export const test = base.extend<{ loop: Loop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from it
  loop: async ({}, use) => {
    const cases = await corpusCases();
    const planted = cases.find(({ kind }) => kind === 'missing-dependency');
    if (planted === undefined) throw new Error('There is no such tutorial');
    const [student, mentor] = [literalStudent(), odd(expertMentor(cases))];
    await using workshop = await openWorkshop(cast({ student: waitingFirst(student), later: student, mentor }));
    const folder = join(workshop.folder, 'author');
    await mkdir(folder);
    await layOutCase(planted, 'gap', folder, {
      image: workshop.image,
      agents: [QUICKEST],
      settings: { studentBehavior: { timeoutSeconds: 120 } },
    });
    await appendFile(join(folder, 'tutorial.md'), ODD_END);
    const started: Running[] = [];
    try {
      await use(loopIn(folder, workshop, { planted, started }));
    } finally {
      for (const program of started) program.kill('SIGTERM');
      await Promise.all(started.map(({ ended }) => ended));
    }
  },
});

function loopIn(
  folder: string,
  { options }: Workshop,
  { planted, started }: { readonly planted: CorpusCase; readonly started: Running[] },
): Loop {
  const start = (...args: string[]) => {
    const program = startSmile(args, { ...options, folder });
    started.push(program);
    return program;
  };
  return {
    planted,
    async start() {
      const program = start();
      await watchableRun(folder);
      return program;
    },
    async letGo() {
      await writeFile(join(await newestRun(folder), 'work', 'go'), '');
    },
    async observe() {
      const program = start('observe', '--no-open');
      return { program, address: await waitForOutput(program, /^http:\S+/m) };
    },
  };
}

function waitingFirst(student: LearnerScript): LearnerScript {
  return (talk) => {
    const [waited, ...results] = talk.results;
    return waited === undefined ? { run: WAITS, why: 'The test says so.' } : student({ ...talk, results });
  };
}

function odd(mentor: LearnerScript): LearnerScript {
  return (talk) => {
    const act = mentor(talk);
    return 'say' in act ? { say: `${act.say}\n\n${HOSTILE}` } : act;
  };
}
