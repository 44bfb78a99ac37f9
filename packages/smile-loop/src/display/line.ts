import type { ObserveEvent } from '../contract/observe-events.js';
import { duration, money } from '../report/formats/words.js';
import { keepStart, withoutControls } from '../report/shorten.js';

/** Characters of what an agent says; a line of a terminal has seldom more. */
const MAX_NEWS_CHARS = 200;

/** What a progress line tells. */
export interface Standing {
  iteration: number;
  /** What is going on. */
  phase: string;
  /** Line of the tutorial, from 1. */
  line: number | undefined;
  /** US dollars; null where the price is not known, undefined before the first call. */
  usd: number | null | undefined;
}

export const AT_START: Standing = { iteration: 0, phase: 'starting', line: undefined, usd: undefined };

/** How things stand after an event. */
export function standingAfter(before: Standing, event: ObserveEvent): Standing {
  switch (event.type) {
    case 'connected':
      return { ...before, iteration: event.state.iteration, phase: event.state.phase };
    case 'iteration_start':
      return { ...before, iteration: event.iteration, phase: 'student', line: undefined };
    case 'student_output':
      return { ...before, phase: afterStudent(event.status), line: event.line ?? before.line };
    case 'mentor_output':
      return { ...before, phase: 'mentor answered', line: event.line ?? before.line };
    case 'live':
      return { ...before, iteration: event.iteration, phase: event.role, line: event.line ?? before.line };
    case 'cost':
      return { ...before, usd: event.usd };
    case 'loop_complete':
      return { ...before, phase: event.status };
    case 'error':
      return before;
  }
}

function afterStudent(status: string): string {
  return status === 'completed' ? 'checking' : keepStart(withoutControls(status), 40).replaceAll('_', ' ');
}

/** One line: `Iteration 2 · student · line 14 · 1 min 5 s · $0.12`. */
export function standingLine({ iteration, phase, line, usd }: Standing, elapsedMs: number): string {
  const parts = [
    iteration === 0 ? undefined : `Iteration ${iteration}`,
    phase,
    line === undefined ? undefined : `line ${line}`,
    duration(elapsedMs / 1000),
    usd === undefined ? undefined : money(usd),
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** What stays on the screen of an event; undefined for what only moves the progress line. */
export function newsOf(event: ObserveEvent): string | undefined {
  if (event.type === 'iteration_start') return `Iteration ${event.iteration}`;
  if (event.type === 'student_output') {
    const place = event.line === undefined ? '' : ` at line ${event.line}`;
    return `  student${place}: ${said(event.status.replaceAll('_', ' '))}${tail(event.summary || event.currentStep)}`;
  }
  if (event.type === 'mentor_output') return `  mentor${tail(event.notes)}`;
  if (event.type === 'error') return `  error${tail(event.message)}`;
  return undefined;
}

function tail(text: string): string {
  return text.trim() === '' ? '' : `: ${said(text)}`;
}

/** Of models and commands: no control code of theirs reaches the terminal. */
function said(text: string): string {
  return keepStart(withoutControls(text), MAX_NEWS_CHARS);
}
