import type { Command, GapClaim } from '../../src/contract/agents.js';
import type { Iteration, LoopState } from '../../src/contract/loop-state.js';
import type { ReportInput } from '../../src/report/input.js';

export const TUTORIAL = [
  '# Start',
  '',
  'Install it:',
  '',
  '```sh',
  'npm install',
  './setup.sh',
  '```',
  '',
  'Then open the page.',
  '',
].join('\n');

export function command(text: string, exitCode: number | null = 0, output = ''): Command {
  return { command: text, exitCode, output, startedAtMs: 10, durationMs: 20, timedOut: false };
}

export const CLAIM: GapClaim = {
  quote: './setup.sh',
  title: 'The script has no folder',
  missing: 'The text does not say where setup.sh is.',
  fix: { kind: 'replace', text: './scripts/setup.sh' },
  severity: 'medium',
};

interface Asked {
  commands?: Command[];
  claim?: GapClaim;
  notes?: string;
  problem?: string;
  trigger?: Iteration['trigger'];
}

/** An iteration in which the student asked, and the mentor answered. */
export function asked(iteration: number, more: Asked = {}): Iteration {
  const { commands = [], claim, notes = 'Look in scripts.', problem = 'setup.sh is not there', trigger } = more;
  return {
    iteration,
    startedAt: `2026-02-02T10:0${iteration}:00Z`,
    endedAt: `2026-02-02T10:0${iteration}:30Z`,
    studentResult: {
      kind: 'answer',
      answer: {
        ...{ status: 'ask_mentor', currentStep: '', attemptedActions: ['ran it'], problem, questionForMentor: '' },
        ...{ reason: '', summary: '', filesCreated: [], commandsRun: [] },
      },
      fired: [],
      commands,
    },
    trigger: trigger ?? 'command_failure',
    mentorResult: {
      ...{ kind: 'notes', notes, unresolvable: false, cut: false },
      ...(claim === undefined ? {} : { gap: claim }),
    },
  };
}

/** An iteration in which the student came to the end. */
export function completed(iteration: number, commands: Command[] = []): Iteration {
  const { studentResult: _, trigger: __, mentorResult: ___, ...times } = asked(iteration);
  return {
    ...times,
    studentResult: {
      kind: 'answer',
      answer: {
        ...{ status: 'completed', currentStep: '', attemptedActions: [], problem: '', questionForMentor: '' },
        ...{ reason: '', summary: 'Did all of it', filesCreated: [], commandsRun: [] },
      },
      fired: [],
      commands,
    },
  };
}

export function stateOf(history: Iteration[], more: Partial<LoopState> = {}): LoopState {
  return {
    version: 1,
    runId: 'run-1',
    iteration: history.length,
    phase: 'done',
    status: 'completed',
    startTime: '2026-02-02T10:00:00Z',
    elapsedMs: 245_400,
    mentorNotes: [],
    history,
    finalResult: { outcome: 'docs_gap', summary: 'Completed with help.' },
    ...more,
  };
}

export function inputOf(state: LoopState, more: Partial<ReportInput> = {}): ReportInput {
  return {
    state,
    tutorial: { path: 'docs/start.md', text: TUTORIAL, imagesMissing: [] },
    student: { provider: 'claude', model: 'small' },
    mentor: { provider: 'codex' },
    judgedBy: 'model',
    audit: { files: [], llmCalls: [], denied: [] },
    endedAt: new Date('2026-02-02T10:04:05Z'),
    ...more,
  };
}
