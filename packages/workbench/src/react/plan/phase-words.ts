import type { HintLevel, PhaseStatus } from '@agent-factory/protocol/coach';

/** What stands before a phase, and what says the same to who cannot see it. */
export const PHASE_WORDS: Readonly<Record<PhaseStatus, string>> = {
  pending: 'To do',
  active: 'Now',
  complete: 'Done',
};

interface LevelWords {
  readonly name: string;
  /** What of the coach's pointing is shown. */
  readonly shows: string;
}

export const LEVEL_WORDS: Readonly<Record<HintLevel, LevelWords>> = {
  none: { name: 'None', shows: 'Nothing is pointed out. You look by yourself.' },
  file: { name: 'File', shows: 'Files that matter glow in the tree.' },
  region: { name: 'Region', shows: 'Also the lines that matter, without saying why.' },
  line: { name: 'Line', shows: 'Also what to look for in each of them.' },
};
