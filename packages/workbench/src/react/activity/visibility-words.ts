import type { Visibility } from '@agent-factory/protocol/coach';
import type { IconName } from '../parts/icons.js';

interface VisibilityWords {
  readonly icon: IconName;
  /** On the button that opens the choice. */
  readonly short: string;
  readonly name: string;
  /** What the agent can see. */
  readonly means: string;
}

export const VISIBILITY_WORDS: Readonly<Record<Visibility, VisibilityWords>> = {
  everything: {
    icon: 'eye',
    short: 'Agent sees everything',
    name: 'Everything',
    means: 'Also what you have typed and not saved, where your cursor is, and what you select.',
  },
  saved_files: {
    icon: 'eye',
    short: 'Agent sees saved files',
    name: 'Only saved files',
    means: 'Files as they are on disk, and which of them are open here. Nothing you have not saved.',
  },
  nothing: {
    icon: 'eyeOff',
    short: 'Agent sees nothing',
    name: 'Nothing',
    means: 'Neither your files nor their names, nor which are open. It can still point.',
  },
};
