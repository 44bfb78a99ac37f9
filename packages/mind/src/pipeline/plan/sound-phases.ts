import { projectPath } from '@agent-factory/coach/workplace';
import { PracticeError, shortened } from '@agent-factory/protocol';
import { type HintLevel, lineSchema, MAX_PHASES, MAX_SHOWN_LENGTH } from '@agent-factory/protocol/coach';
import type { CoachAgentResponse } from '../../prompts/coach-agent.js';

/** UTF-16 units: a title is a line of a list, and a word of the action log. */
const MAX_TITLE = 120;
/** UTF-16 units of the sentence that builds on a memory. */
export const MAX_CONNECTION = 1000;
/** Most files of a phase, and most hints of each kind: more than anybody looks at. */
const MAX_FILES = 50;

type AnsweredPhase = CoachAgentResponse['phases'][number];

/** A hint as it can be shown. */
export type SoundHint =
  | { readonly type: 'file'; readonly path: string; readonly style: 'suggested' | 'important' | 'critical' }
  | {
      readonly type: 'line';
      readonly path: string;
      readonly startLine: number;
      readonly endLine: number;
      readonly style: 'hint' | 'focus' | 'warning';
      readonly hoverText: string | null;
    };

export interface SoundPhase {
  readonly number: number;
  readonly title: string;
  readonly description: string;
  readonly hintLevel: HintLevel;
  readonly expectedFiles: string[];
  readonly hints: readonly SoundHint[];
}

/**
 * What a model has answered, as far as it makes sense: in its order and counted from 1, with texts that can be shown,
 * paths inside of the project and lines that a file can have. Whether the files are there is not looked at (spec EC-64).
 * `left`: how many phases, files and hints were left out.
 */
export function soundPhases(answered: readonly AnsweredPhase[]): {
  readonly phases: SoundPhase[];
  readonly left: number;
} {
  let left = Math.max(0, answered.length - MAX_PHASES);
  const sound = <Given, Kept>(given: readonly Given[], keep: (one: Given) => Kept | undefined): Kept[] => {
    const kept = given.slice(0, MAX_FILES).flatMap((one) => keep(one) ?? []);
    left += given.length - kept.length;
    return kept;
  };
  const phases = answered.slice(0, MAX_PHASES).map((phase, index): SoundPhase => {
    const number = index + 1;
    const { file_hints, line_hints } = phase.hints;
    return {
      number,
      title: shown(phase.title.replace(/\s+/g, ' '), MAX_TITLE) ?? `Phase ${number}`,
      description: shown(phase.description, MAX_SHOWN_LENGTH) ?? '',
      hintLevel: phase.hint_level,
      expectedFiles: [...new Set(sound(phase.expected_files, soundPath))],
      hints: [...sound(file_hints, fileHint), ...sound(line_hints, lineHint)],
    };
  });
  return { phases, left };
}

/** Null where there is nothing to show. */
export function shown(text: string, length: number): string | null {
  return text.trim() === '' ? null : shortened(text.trim(), length);
}

function fileHint({ path, style }: AnsweredPhase['hints']['file_hints'][number]): SoundHint | undefined {
  const plain = soundPath(path);
  return plain === undefined ? undefined : { type: 'file', path: plain, style };
}

function lineHint(hint: AnsweredPhase['hints']['line_hints'][number]): SoundHint | undefined {
  const { start, end, style, hover_text } = hint;
  const path = soundPath(hint.path);
  const isRange = lineSchema.safeParse(start).success && lineSchema.safeParse(end).success && start <= end;
  if (path === undefined || !isRange) return undefined;
  return { type: 'line', path, startLine: start, endLine: end, style, hoverText: shown(hover_text, MAX_SHOWN_LENGTH) };
}

/** Undefined for what leaves the project, and for what can be no path. */
function soundPath(path: string): string | undefined {
  try {
    return projectPath(path);
  } catch (error) {
    if (error instanceof PracticeError) return undefined;
    throw error;
  }
}
