import { posix } from 'node:path';
import { mayAsk } from '../../agents/behaviour.js';
import { mentorPrompt } from '../../agents/mentor-prompt.js';
import { studentPrompt } from '../../agents/student-prompt.js';
import type { Config } from '../../config/schema.js';
import type { Command } from '../../contract/agents.js';
import { PLACES } from '../../contract/judge-task.js';
import type { WrapperTask } from '../../contract/wrapper-task.js';
import type { MentorTask, StudentTask } from '../../loop/agents.js';
import type { Plan } from '../plan.js';
import { CONTAINER_PORT } from './requests.js';

/** Failed commands that a mentor is shown: the newest say most. */
const MAX_EVIDENCE = 5;

export interface Secrets {
  /** Of the loop's endpoints. */
  readonly secret: string;
  /** Of the model gateway, for this one run of an agent. */
  readonly modelToken: string;
}

export function studentWrapperTask(
  plan: Plan,
  task: StudentTask,
  files: readonly string[],
  secrets: Secrets,
): WrapperTask {
  const { config, tutorial } = plan;
  const { studentBehavior: behavior, knows, allowNetwork } = config;
  const images = tutorial.images.map(({ path, place = path, line, status }) => {
    return { path: place, line, isMissing: status !== 'there' };
  });
  const prompt = studentPrompt({
    tutorial: tutorial.text,
    notes: task.mentorNotes,
    behavior,
    knows,
    images,
    starterFiles: files,
  });
  return {
    ...commonOf(config.student, task, secrets),
    role: 'student',
    prompt,
    student: {
      stepMs: behavior.timeoutSeconds * 1000,
      maxRetries: behavior.maxRetriesBeforeHelp,
      mayAsk: mayAsk(behavior),
    },
    useProxy: !allowNetwork,
  };
}

export function mentorWrapperTask(plan: Plan, task: MentorTask, hasRepository: boolean, secrets: Secrets): WrapperTask {
  const { config, tutorial } = plan;
  const prompt = mentorPrompt({
    tutorial: tutorial.text,
    ...stuckOf(task),
    notes: task.mentorNotes,
    canSearchWeb: config.mentor.web,
    repository: hasRepository ? PLACES.repository : undefined,
  });
  const folder = posix.dirname(PLACES.work);
  return { ...commonOf(config.mentor, task, secrets), folder, role: 'mentor', prompt, useProxy: true };
}

/** What both are told. A mentor begins elsewhere: what a student leaves in its work is no setting of the mentor's. */
function commonOf(
  { provider, model }: Config['student'],
  { iteration, limitMs }: StudentTask | MentorTask,
  secrets: Secrets,
) {
  return {
    ...secrets,
    port: CONTAINER_PORT,
    provider,
    ...(model !== undefined && { model }),
    folder: PLACES.work,
    iteration,
    limitMs,
  };
}

/** What the student asks; where it thinks that all is done, what the checks found. */
function stuckOf({ student, verdict }: MentorTask) {
  const answer = student.kind === 'answer' ? student.answer : undefined;
  const failed = (verdict?.criteria ?? []).filter(({ passed }) => !passed);
  const found = failed.map(({ name, message }) => `- ${name}${message === undefined ? '' : `: ${message}`}`);
  const attemptedActions = answer?.attemptedActions ?? [];
  const evidence = student.commands.filter(isFailure).slice(-MAX_EVIDENCE);
  if (failed.length === 0) {
    return { question: answer?.questionForMentor ?? '', problem: answer?.problem ?? '', attemptedActions, evidence };
  }
  return {
    question: 'I have followed every step. What does the tutorial not tell me?',
    problem: `The student says that all is done, but these checks fail:\n${found.join('\n')}`,
    attemptedActions,
    evidence,
  };
}

function isFailure({ exitCode, timedOut }: Command): boolean {
  return timedOut || exitCode !== 0;
}
