import type { ErrorBody } from '@agent-factory/protocol';

/** Failures on this side of the wire. */
export interface LocalFailure {
  /**
   * `unreachable`: nobody answered. `unexpected_answer`: the answer breaks the protocol. `page_incomplete`: the lesson
   * site did not deliver the part of the page that reads answers.
   */
  readonly error: 'unreachable' | 'unexpected_answer' | 'page_incomplete';
  readonly message: string;
}

/** The daemon's own errors keep their codes; this side adds three. */
export type ClientError = ErrorBody | LocalFailure;

export type RestOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ClientError };

export function unreachable(message = 'The practice server does not answer.'): { ok: false; error: LocalFailure } {
  return { ok: false, error: { error: 'unreachable', message } };
}

export function unexpected(message: string): { ok: false; error: LocalFailure } {
  return { ok: false, error: { error: 'unexpected_answer', message } };
}

export function incomplete(): { ok: false; error: LocalFailure } {
  const message = 'A part of this page did not arrive. Check that the lesson site is up, then reload the page.';
  return { ok: false, error: { error: 'page_incomplete', message } };
}

/** What the next attempt may not find any more: a daemon that is shutting down or gone, a database that is locked. */
const TEMPORARY = [
  'unreachable',
  'unexpected_answer',
  'shutting_down',
  'internal',
  'session_failed',
  'storage_unavailable',
  'storage_full',
];

export function isTemporary(error: ClientError): boolean {
  return TEMPORARY.includes(error.error);
}
