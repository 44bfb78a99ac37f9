import type { Assessment } from '@agent-factory/coach/store';
import { STAGES, type Stage } from '@agent-factory/protocol/mind';

/** Of whom nothing is known: nobody is talked over their head (spec FR-152). */
const DEFAULT_STAGE: Stage = 'novice';

/** What a stage is wanted for. */
export interface Subject {
  /** What it is about, such as the language or the topic; empty ones count for nothing. */
  readonly topics: readonly string[];
  /** Texts in which a skill may be named. */
  readonly texts: readonly string[];
}

/** How well a skill fits: it is the topic; it shares a word with one; or it is named in a text. */
const RELEVANCE = { same: 3, akin: 2, named: 1, none: 0 } as const;

/** `C`, `R` and `Go` are in many texts, and mean something else there. */
const MIN_TELLING_LENGTH = 3;

/** Names of languages that mean others, too; as editors and people write them. */
const ALIASES = new Map<string, readonly string[]>(
  Object.entries({
    js: ['javascript'],
    ts: ['typescript'],
    py: ['python'],
    rb: ['ruby'],
    rs: ['rust'],
    golang: ['go'],
    cpp: ['c++'],
    csharp: ['c#'],
    bash: ['shell'],
    sh: ['shell'],
    zsh: ['shell'],
    jsx: ['javascript', 'react'],
    tsx: ['typescript', 'react'],
    javascriptreact: ['javascript', 'react'],
    typescriptreact: ['typescript', 'react'],
  }),
);

/** Words that say nothing of what a skill is about. */
const EMPTY_WORDS = new Set(
  'a an and basic code for in language of on or plaintext programming the to with'.split(' '),
);

/** The stage in what fits best; among those that fit as well, the surer one, then the later one. */
export function stageFor(assessments: readonly Assessment[], { topics, texts }: Subject): Stage {
  const wanted = { topics: topics.map(wordsOf), named: new Set(texts.flatMap(wordsOf)) };
  const [best] = assessments
    .map((assessment) => ({ assessment, relevance: relevanceOf(wordsOf(assessment.skillArea), wanted) }))
    .filter(({ relevance }) => relevance > RELEVANCE.none)
    .sort(
      (one, other) =>
        other.relevance - one.relevance ||
        other.assessment.confidence - one.assessment.confidence ||
        other.assessment.assessedAt.localeCompare(one.assessment.assessedAt),
    );
  return best?.assessment.stage ?? DEFAULT_STAGE;
}

/** The middle of all that is known, in which what is surer counts more. */
export function overallStage(assessments: readonly Pick<Assessment, 'stage' | 'confidence'>[]): Stage {
  let sum = 0;
  let weights = 0;
  for (const { stage, confidence } of assessments) {
    sum += STAGES.indexOf(stage) * confidence;
    weights += confidence;
  }
  return STAGES[weights === 0 ? 0 : Math.round(sum / weights)] ?? DEFAULT_STAGE;
}

interface Wanted {
  readonly topics: readonly (readonly string[])[];
  readonly named: ReadonlySet<string>;
}

function relevanceOf(skill: readonly string[], { topics, named }: Wanted): number {
  if (skill.length === 0) return RELEVANCE.none;
  if (topics.some((topic) => isSame(topic, skill))) return RELEVANCE.same;
  if (topics.some((topic) => topic.some((word) => skill.includes(word)))) return RELEVANCE.akin;
  const isNamed = skill.some((word) => word.length >= MIN_TELLING_LENGTH) && skill.every((word) => named.has(word));
  return isNamed ? RELEVANCE.named : RELEVANCE.none;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word) => other.includes(word));
}

/** Each word once, in the form in which they are compared: `Async/Await loops` is `async`, `await`, `loop`. */
function wordsOf(text: string): string[] {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]+[+#]*/gu) ?? []).map(singular);
  return [...new Set(words.flatMap((word) => ALIASES.get(word) ?? [word]))].filter((word) => !EMPTY_WORDS.has(word));
}

/** `js` and `css` are none; neither is `class`. */
function singular(word: string): string {
  return word.length > 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
