import { TRIGGERS } from '../contract/triggers.js';

const EXAMPLE = {
  status: 'ask_mentor',
  currentStep: 'Step 2: start the database',
  attemptedActions: ['ran the command of step 2 as it is written', 'read step 1 again for something I had missed'],
  problem: 'sh: 1: dbserver: not found',
  trigger: 'missing_dependency',
  questionForMentor: 'Step 2 says "start dbserver", but nothing has installed it. Where does it come from?',
  reason: '',
  summary: 'Step 1 is done: the folder and its settings file are there.',
  filesCreated: ['settings.ini'],
  commandsRun: ['mkdir data', 'dbserver start'],
};

const SAYABLE = TRIGGERS.filter((trigger) => trigger !== 'check_failed').map((trigger) => `"${trigger}"`);

/** How a student reports: the fields of the specification, with one example. */
export const ANSWER_FORM = `When you are done or stuck, output your result as JSON: one object, as the last thing that you say, with nothing after it. Its fields:
- status: "completed" when every step is done, "ask_mentor" when you need help, "cannot_complete" when no help would do.
- currentStep: the step that you were on.
- attemptedActions: list of what you did at that step.
- problem: what went wrong, with the error message (empty if completed).
- trigger: why you ask, one of ${SAYABLE.join(', ')} (only for ask_mentor).
- questionForMentor: one specific question (only for ask_mentor).
- reason: why you cannot go on (only for cannot_complete).
- summary: what you have got done.
- filesCreated: list of the files that you made.
- commandsRun: list of the commands that you ran.
Report only what really happened. For example:
${JSON.stringify(EXAMPLE, null, 2)}`;
