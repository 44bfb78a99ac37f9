import { CHECK_ERRORS, type CheckErrorCode, type Criterion, type VerificationResult } from '@agent-factory/protocol';
import type { EventData, EventType, PracticeEvent } from '@agent-factory/protocol/events';
import type { ClientError } from '../../server/outcome.js';
import type { CheckState } from '../check-state.js';

/** What the events say of the checks of one exercise: the latest, and the rows of those that go on. */
export interface ToldChecks {
  readonly latest: CheckState;
  /** By the check's id; checks that have none are one. */
  readonly rows: ReadonlyMap<string, readonly Criterion[]>;
}

export const NO_CHECKS: ToldChecks = { latest: { status: 'none' }, rows: new Map() };

/** Events that say where the checks of an exercise stand. */
export const CHECK_EVENTS = [
  'session_started',
  'session_ended',
  'check_began',
  'criterion_judged',
  'check_ended',
] as const satisfies readonly EventType[];

/** What a check that nobody waited for any more ends with. */
const ABANDONED = 'invalid_request';

export function reduceChecks(told: ToldChecks, event: PracticeEvent): ToldChecks {
  switch (event.type) {
    case 'check_began':
      return withRows(told, event.data.checkId, []);
    case 'criterion_judged':
      return withRows(told, event.data.checkId, [...rowsOf(told, event.data.checkId), event.data.criterion]);
    case 'check_ended':
      return ended(told, event.data);
    case 'session_started':
      return event.data.status === 'created' ? NO_CHECKS : told;
    case 'session_ended':
      // Another agent goes on in the same workspace.
      return event.data.reason === 'switched' ? told : NO_CHECKS;
    default:
      return told;
  }
}

function rowsOf({ rows }: ToldChecks, checkId = ''): readonly Criterion[] {
  return rows.get(checkId) ?? [];
}

function withRows(told: ToldChecks, checkId: string | undefined, rows: readonly Criterion[]): ToldChecks {
  return { latest: { status: 'running', rows }, rows: new Map([...told.rows, [checkId ?? '', rows]]) };
}

function ended(told: ToldChecks, end: EventData<'check_ended'>): ToldChecks {
  const rows = new Map(told.rows);
  rows.delete(end.checkId ?? '');
  return { latest: stateAfter(end, rowsOf(told, end.checkId)), rows };
}

function stateAfter(end: EventData<'check_ended'>, criteria: readonly Criterion[]): CheckState {
  const { error, status, complete, durationMs, output } = end;
  if (error?.code === ABANDONED) return { status: 'none' };
  if (error !== undefined && !isCheckError(error.code)) return { status: 'failed', error: clientError(error) };
  const result: VerificationResult = { status, complete, durationMs, criteria: [...criteria] };
  const why = error && isCheckError(error.code) ? { error: { code: error.code, message: error.message } } : {};
  return { status: 'done', result: { ...result, ...why, ...(output !== undefined && { output }) } };
}

function isCheckError(code: string): code is CheckErrorCode {
  return Object.hasOwn(CHECK_ERRORS, code);
}

/** The code came over the wire like that of any error; words for it exist, or its message is shown. */
function clientError({ code, message }: { readonly code: string; readonly message: string }): ClientError {
  return { error: code, message } as ClientError;
}
