import type { ClientError } from './outcome.js';

/** A fact of an error, if it is present and is text. */
export function textFact(error: ClientError, name: string): string | undefined {
  const value = factOf(error, name);
  return typeof value === 'string' ? value : undefined;
}

/** A fact of an error that lists texts; empty if it is absent. */
export function textsFact(error: ClientError, name: string): string[] {
  const value = factOf(error, name);
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

function factOf(error: ClientError, name: string): unknown {
  return (error as Record<string, unknown>)[name];
}
