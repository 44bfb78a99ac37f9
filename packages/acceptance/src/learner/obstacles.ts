import type { Piece } from './steps.js';
import type { Trigger } from './wire.js';

/** Why a sentence cannot be carried out. */
export interface Obstacle {
  readonly trigger: Trigger;
  readonly problem: string;
}

const SENTENCES: readonly { says: RegExp; obstacle: Obstacle }[] = [
  {
    says: /in the usual way|as appropriate|as you see fit|values that suit/i,
    obstacle: { trigger: 'ambiguous_instruction', problem: 'It does not say what exactly I am to do.' },
  },
  {
    says: /(create|open) an account|sign up|subscribe|choose a plan/i,
    obstacle: { trigger: 'missing_dependency', problem: 'I have no such account, and cannot make one here.' },
  },
];
const IMAGE = /^!\[[^\]]*\]\(([^)\s]+)/;
/** What a prompt says of an image that is not there, in the line that names it. */
const IS_MISSING = /\bis missing\b/i;

/** What keeps a literal-minded reader from doing what a line says. `told` is the prompt around the tutorial. */
export function obstacleIn({ kind, text }: Piece, told: string): Obstacle | undefined {
  if (kind === 'command') return undefined;
  const image = IMAGE.exec(text)?.[1];
  if (image !== undefined && isMissing(image, told)) {
    return {
      trigger: 'ambiguous_instruction',
      problem: `The picture ${image} is missing, and the next step needs it.`,
    };
  }
  return SENTENCES.find(({ says }) => says.test(text))?.obstacle;
}

function isMissing(image: string, told: string): boolean {
  return told.split('\n').some((line) => line.includes(image) && IS_MISSING.test(line));
}
