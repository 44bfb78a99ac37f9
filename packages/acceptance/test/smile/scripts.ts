import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cliMounts } from '../../src/containers/cli-mounts.js';
import type { LearnerScript } from '../../src/learner/talk.js';
import type { AgentProgram } from '../../src/machine/programs.js';
import type { Running } from '../../src/smile/smile-program.js';

/** A prompt of the mentor is known by the answer that it asks for. */
const FOR_MENTOR = /```gap/;

type Words = Readonly<Record<string, unknown>>;

/** A student that runs these commands one after the other, whatever comes of them, and then says this. */
export function does(commands: readonly string[], says: Words): LearnerScript {
  return ({ results }) => {
    const run = commands[results.length];
    return run === undefined ? { say: JSON.stringify(says) } : { run, why: 'The script says so.' };
  };
}

export const COMPLETED: Words = { status: 'completed', currentStep: 'The end', summary: 'All done.' };
export const ASKS: Words = {
  status: 'ask_mentor',
  currentStep: 'Line 1',
  problem: 'It fails.',
  questionForMentor: 'What now?',
  trigger: 'command_failure',
};

/** What a mentor says that has found no gap, only a word. */
export const MENTOR_WORDS = 'Look again at the first step.';

export interface Cast {
  readonly student: LearnerScript;
  /** From the second iteration on, if it is another. */
  readonly later?: LearnerScript;
  readonly mentor?: LearnerScript;
}

/** Both agents, and a student that has learnt something. */
export function cast({ student, later = student, mentor = () => ({ say: MENTOR_WORDS }) }: Cast): LearnerScript {
  return (talk) => {
    if (FOR_MENTOR.test(talk.prompt)) return mentor(talk);
    return (talk.prompt.includes('Mentor Notes from Previous Iterations') ? later : student)(talk);
  };
}

/** The CLI that starts in the least time, for runs in which it does not matter who the learner is. */
export const QUICKEST: AgentProgram = 'codex';

export interface Author {
  readonly image: string;
  /** The first is student and mentor, unless the settings say otherwise. */
  readonly agents?: readonly AgentProgram[];
  readonly tutorial?: string;
  /** Text of a script that judges. */
  readonly checks?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Lays out a folder as an author has it. */
export async function layOut(folder: string, author: Author): Promise<void> {
  const { image, agents = ['claude'], tutorial = '# Try it\n\nRun `true`.\n', checks, settings = {} } = author;
  await mkdir(join(folder, 'checks'), { recursive: true });
  await writeFile(join(folder, 'tutorial.md'), tutorial);
  if (checks !== undefined) await writeFile(join(folder, 'checks', 'checks.sh'), checks);
  const { container = {}, ...rest } = settings as { container?: Readonly<Record<string, unknown>> };
  const config = {
    containerImage: image,
    llmProvider: agents[0],
    timeout: 240,
    ...(checks !== undefined && { checks: { script: 'checks/checks.sh', timeoutSeconds: 20 } }),
    ...rest,
    container: { mounts: await cliMounts(agents), keepOnFailure: false, ...container },
  };
  await writeFile(join(folder, 'smile.json'), JSON.stringify(config));
}

/** The folder of the newest run. */
export async function newestRun(folder: string): Promise<string> {
  const runs = join(folder, 'smile-results', 'runs');
  return join(runs, (await readdir(runs)).sort().at(-1) ?? '');
}

interface Ran {
  readonly iteration: number;
  readonly command: string;
  readonly output: string;
  readonly exitCode: number | null;
  readonly timedOut: boolean;
}

export interface Told {
  readonly meta: {
    readonly outcome: string;
    readonly summary: string;
    readonly status: string;
    readonly iterations: number;
    readonly duration: number;
  };
  readonly gaps: readonly { readonly location: { readonly line: number | null } }[];
  readonly auditTrail: {
    readonly commands: readonly Ran[];
    readonly denied: readonly { readonly host: string }[];
    readonly llmCalls: readonly { readonly cached: boolean; readonly usd: number | null }[];
  };
  readonly verdict?: { readonly passed: boolean; readonly criteria: readonly { readonly name: string }[] };
}

export async function readReport(folder: string): Promise<Told> {
  return JSON.parse(await readFile(join(folder, 'smile-results', 'smile-report.json'), 'utf8')) as Told;
}

/** What a program prints, once it has printed that. */
export async function waitForOutput({ stdout, ended }: Running, pattern: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of stdout) {
    text += String(chunk);
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) return found;
  }
  const { code, stderr } = await ended;
  throw new Error(`It ended with ${code} and printed: ${text}${stderr}`);
}
