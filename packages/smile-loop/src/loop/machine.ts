import type { Phase } from '../contract/loop-state.js';
import type { LoopStatus } from '../contract/outcomes.js';

/** Where an event leads. `done` says with which status. */
export type Step =
  | { readonly phase: Exclude<Phase, 'done'> }
  | { readonly phase: 'done'; readonly status: Exclude<LoopStatus, 'running'> };

const done = <S extends Exclude<LoopStatus, 'running'>>(status: S) => ({ phase: 'done', status }) as const;

/** What may end the loop in each of its phases. */
const ANYWHERE = {
  time_spent: done('timeout'),
  budget_spent: done('failed'),
  infra_failed: done('blocker'),
  setup_failed: done('failed'),
  harness_failed: done('failed'),
  stopped: done('stopped'),
} as const;

/**
 * The whole loop. A loop without checks goes through `judge` as well: nothing there can fail. `infra_failed` is what
 * still fails after it was tried again, `setup_failed` what trying again would not help.
 */
export const MACHINE = {
  start: { ...ANYWHERE, begun: { phase: 'student' } },
  student: {
    ...ANYWHERE,
    student_completed: { phase: 'judge' },
    student_asks: { phase: 'mentor' },
    student_cannot: done('blocker'),
    student_refused: done('blocker'),
  },
  judge: {
    ...ANYWHERE,
    checks_passed: done('completed'),
    checks_failed: { phase: 'mentor' },
  },
  mentor: {
    ...ANYWHERE,
    mentor_answered: { phase: 'student' },
    mentor_unresolvable: done('blocker'),
    mentor_refused: done('blocker'),
    iterations_spent: done('max_iterations'),
  },
  done: {},
} as const satisfies Readonly<Record<Phase, Readonly<Record<string, Step>>>>;

/** What may happen in a phase. */
export type EventIn<P extends Phase> = keyof (typeof MACHINE)[P] & string;
type LoopEvent = { [P in Phase]: EventIn<P> }[Phase];

/** Events that lead to `done`, wherever they happen. */
export type EndEvent = Exclude<
  LoopEvent,
  'begun' | 'student_completed' | 'student_asks' | 'checks_failed' | 'mentor_answered'
>;

/** Where `event` leads from `phase`. A pair that the table does not have does not compile; at run time it is a bug. */
export function next<P extends Phase>(phase: P, event: EventIn<P>): Step {
  const row: Readonly<Record<string, Step>> = MACHINE[phase];
  const step = Object.hasOwn(row, event) ? row[event] : undefined;
  if (step === undefined) throw new Error(`The loop has no way from "${phase}" by "${event}".`);
  return step;
}
