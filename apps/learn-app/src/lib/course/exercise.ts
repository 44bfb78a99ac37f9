import type { PracticeButtonProps } from '@agent-factory/practice-panel';

/** An exercise as the registry lists it. */
export type Exercise = PracticeButtonProps['exercise'];
