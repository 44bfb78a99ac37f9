import { TRIGGERS, type Trigger } from '../contract/triggers.js';
import { approachesOf, PATIENCE, type PatienceLevel } from './patience.js';

/** `studentBehavior` of the configuration. */
export interface StudentBehavior {
  /** Failures of one step in a row before it asks; 0 for never. */
  readonly maxRetriesBeforeHelp: number;
  readonly askOnMissingDependency: boolean;
  readonly askOnAmbiguousInstruction: boolean;
  readonly askOnCommandFailure: boolean;
  readonly askOnTimeout: boolean;
  /** Seconds that one step may take. */
  readonly timeoutSeconds: number;
  readonly patienceLevel: PatienceLevel;
}

interface Toggle {
  readonly trigger: Trigger;
  readonly isOn: (behavior: StudentBehavior) => boolean;
  /** What the student is told, where it is on and where it is off. */
  readonly on: (behavior: StudentBehavior) => string;
  readonly off: (behavior: StudentBehavior) => string;
}

const ALONE = 'get over it by yourself with what the tutorial gives you, or report "cannot_complete"';

const TOGGLES: readonly Toggle[] = [
  {
    trigger: 'max_retries',
    isOn: ({ maxRetriesBeforeHelp }) => maxRetriesBeforeHelp > 0,
    on: ({ maxRetriesBeforeHelp: times }) =>
      `Ask for help after ${times} failed ${times === 1 ? 'attempt' : 'attempts'} at the same step.`,
    off: () => 'However often a step fails, that alone is no reason to ask.',
  },
  {
    trigger: 'missing_dependency',
    isOn: ({ askOnMissingDependency }) => askOnMissingDependency,
    on: () =>
      'When a program, package or module is missing that the tutorial has not told you to install ("command not found" and the like), ask, and name it.',
    off: () => `When a program, package or module is missing, do not ask: ${ALONE}.`,
  },
  {
    trigger: 'ambiguous_instruction',
    isOn: ({ askOnAmbiguousInstruction }) => askOnAmbiguousInstruction,
    on: () => 'When you cannot tell what an instruction wants from you, ask, and quote the instruction word for word.',
    off: () => `When an instruction is unclear, do not ask: ${ALONE}.`,
  },
  {
    trigger: 'command_failure',
    isOn: ({ askOnCommandFailure }) => askOnCommandFailure,
    on: () => 'When a command still fails after you have retried it, ask, and give the command and its error message.',
    off: () => `When a command fails, do not ask: ${ALONE}.`,
  },
  {
    trigger: 'timeout',
    isOn: ({ askOnTimeout }) => askOnTimeout,
    on: ({ timeoutSeconds }) =>
      `A command that takes longer than ${timeoutSeconds} seconds is ended. When that happens, ask, and say which command it was.`,
    off: ({ timeoutSeconds }) =>
      `A command that takes longer than ${timeoutSeconds} seconds is ended. When that happens, do not ask: ${ALONE}.`,
  },
];

/** The triggers by which a student may ask; what a script finds is never switched off. */
export function mayAsk(behavior: StudentBehavior): Trigger[] {
  const on = TOGGLES.filter(({ isOn }) => isOn(behavior)).map(({ trigger }) => trigger);
  return TRIGGERS.filter((trigger) => trigger === 'check_failed' || on.includes(trigger));
}

/** Its behaviour in sentences, one a line. */
export function behaviourLines(behavior: StudentBehavior): string[] {
  const { patienceLevel, maxRetriesBeforeHelp } = behavior;
  const [retries, ...toggles] = TOGGLES.map((toggle) => (toggle.isOn(behavior) ? toggle.on : toggle.off)(behavior));
  const patience = PATIENCE[patienceLevel].instruction(approachesOf(patienceLevel, maxRetriesBeforeHelp));
  const none = mayAsk(behavior).length === 1 ? ['You cannot ask for help at all in this run.'] : [];
  return [retries ?? '', `Patience level: ${patienceLevel}. ${patience}`, ...toggles, ...none];
}
