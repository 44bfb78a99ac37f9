import type { ErrorBody } from '@agent-factory/protocol';

/** Failures on this side of the wire. */
export interface LocalFailure {
  /** `unreachable`: nobody answered. `unexpected_answer`: what answered does not keep the contract. */
  readonly error: 'unreachable' | 'unexpected_answer';
  readonly message: string;
}

/** The daemon's own errors keep their code; those of this side have two more. */
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

/** Errors of a daemon that is going or gone: the next attempt may find another. */
export function isTemporary(error: ClientError): boolean {
  return ['unreachable', 'unexpected_answer', 'shutting_down', 'internal', 'session_failed'].includes(error.error);
}
