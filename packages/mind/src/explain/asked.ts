import type { Workplace } from '@agent-factory/coach/workplace';
import { PracticeError } from '@agent-factory/protocol';
import type { ActionData, ActionType } from '@agent-factory/protocol/coach';
import type { MindHost } from '../host.js';

/** Longest word of an action, as the log takes it. */
export const MAX_ACTION_WORD = 200;

/** Writes an action down. */
export type ActionLog = <Type extends ActionType>(type: Type, data: ActionData<Type>) => void;

/**
 * The log of the session in which something is asked. Where there is none, or once it has ended, nothing is written, and
 * nobody is warned: asking is no part of a session.
 */
export function actionLog(workplace: Workplace | undefined): ActionLog {
  const sessionId = workplace?.session.current?.id;
  return (type, data) => {
    if (sessionId !== undefined && workplace?.session.current?.id === sessionId) workplace.session.log(type, data);
  };
}

/** Why nothing has come of it, in words for the learner. */
export function wordsOf(error: unknown): string {
  if (error instanceof PracticeError) return error.message;
  return 'Something went wrong in the practice server; its log has the details. Nothing of yours was lost: try again.';
}

/** The same, and what is no refusal is a bug, and logged. */
export function tellFailure(host: MindHost, error: unknown, what: string): string {
  if (!(error instanceof PracticeError) || error.code === 'internal') host.logFailure(error, what);
  return wordsOf(error);
}
