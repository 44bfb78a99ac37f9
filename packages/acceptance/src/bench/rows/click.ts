import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { AGENT_CLIS, startArgv } from '@agent-factory/agent-cli';
import { AGENT_PROGRAMS } from '../../machine/programs.js';
import type { Student } from '../../student.js';
import type { BudgetName } from '../budgets.js';
import { type ClickedProgram, ClickLab } from '../labs/click-lab.js';
import { PROMPT } from '../labs/lab.js';
import { median } from '../measures/numbers.js';
import { ownStart } from '../measures/own-start.js';
import type { Row } from '../row.js';

/** As many agents as the daemon lets run at once. */
const LESSONS = 8;
const LESSONS_SHORT = 3;

interface Clicked {
  readonly budgets: { readonly fresh: BudgetName; readonly resumed: BudgetName };
  readonly program: ClickedProgram;
  /** How the line begins that waits for the student. */
  readonly prompt: RegExp;
  /** The program as the daemon starts it. */
  argv(student: Student): Promise<string[]>;
}

export const click = clickRow({
  budgets: { fresh: 'click-new', resumed: 'click-resumed' },
  program: 'shell',
  prompt: new RegExp(`^${PROMPT.replaceAll('$', '\\$')}`),
  argv: async ({ env }) => [env.SHELL ?? '/bin/sh', '-l'],
});

export const clickClaude = clickRow({
  budgets: { fresh: 'click-claude-new', resumed: 'click-claude-resumed' },
  program: 'claude',
  prompt: /^❯/,
  async argv() {
    const prompt = 'I am ready to practise.';
    const [, ...args] = startArgv(AGENT_CLIS.claude, { conversationId: randomUUID(), prompt });
    return [await AGENT_PROGRAMS.claude(), ...args];
  },
});

/**
 * From the click on Practice to the painted prompt: of new exercises beyond what the program by itself needs to start
 * in the same folder, of running ones as it is. Each lesson is opened in a browser that has never seen it.
 */
function clickRow({ budgets, program, prompt, argv }: Clicked): Row {
  return {
    budgets: Object.values(budgets),
    inShort: true,
    async measure({ short, resources }) {
      const lab = await ClickLab.open(resources, program);
      const fresh: number[] = [];
      const resumed: number[] = [];
      const alone: number[] = [];
      for (const lesson of lab.lessons.slice(0, short ? LESSONS_SHORT : LESSONS)) {
        const page = await lab.openLesson(lesson);
        fresh.push(await lab.press(page, prompt));
        await page.reload();
        resumed.push(await lab.press(page, prompt));
        await page.context().close();
        const { student } = lab;
        const cwd = join(student.home, 'af-practice', lesson.exerciseId);
        alone.push(await ownStart({ argv: await argv(student), cwd, env: student.env, prompt }));
      }
      const [whole, own] = [median(fresh), median(alone)];
      return [
        { budget: budgets.fresh, value: whole - own, compared: { 'with its start': whole, 'its start': own } },
        { budget: budgets.resumed, value: median(resumed) },
      ];
    },
  };
}
