import type { ClientError } from '@agent-factory/practice-panel';
import { OPEN_COMMAND } from '../react/parts/open-command.js';

/** Why there is no agent yet, and what to do. */
export interface StartProblem {
  readonly code: string;
  readonly title: string;
  readonly text: string;
  readonly commands: readonly string[];
  /** It is looked again by itself. */
  readonly waits: boolean;
  /** Nothing of the project can be shown either. */
  readonly wholePage: boolean;
}

type Words = (error: ClientError) => Omit<StartProblem, 'code'>;

const WORDS: Readonly<Record<string, Words>> = {
  unauthorized: () => ({
    title: 'This page is not allowed in any more',
    text: 'Run this in your project again. It opens the page anew.',
    commands: [OPEN_COMMAND],
    waits: true,
    wholePage: true,
  }),
  project_not_found: (error) => ({
    title: 'The folder is gone',
    text: `${placeOf(error)} is not there any more. Put it back, or open the project where it is now:`,
    commands: [OPEN_COMMAND],
    waits: true,
    wholePage: true,
  }),
  project_forbidden: (error) => ({
    title: 'This folder cannot be coached',
    text: error.message,
    commands: [],
    waits: false,
    wholePage: true,
  }),
  dependency_missing: (error) => ({
    title: textFact(error, 'title') ?? 'A program is missing',
    text: error.message,
    commands: commandsFact(error),
    waits: true,
    wholePage: false,
  }),
  unreachable: () => ({
    title: 'The practice server is not running',
    text: 'Run this in your project, and leave that window open:',
    commands: [OPEN_COMMAND],
    waits: true,
    wholePage: false,
  }),
};

export function problemOf(error: ClientError): StartProblem {
  const words = WORDS[error.error]?.(error) ?? {
    title: 'The agent could not be started',
    text: error.message,
    commands: [],
    waits: false,
    wholePage: false,
  };
  return { code: error.error, ...words };
}

function placeOf(error: ClientError): string {
  return textFact(error, 'path') ?? 'The folder of this project';
}

function textFact(error: ClientError, name: string): string | undefined {
  const value = (error as unknown as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

function commandsFact(error: ClientError): string[] {
  const value = (error as unknown as Record<string, unknown>).commands;
  return Array.isArray(value) ? value.filter((command) => typeof command === 'string') : [];
}
