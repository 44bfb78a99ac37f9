import { sayAdvice } from './advice.js';
import type { CorpusCase } from './case.js';
import { partsOf } from './prompt.js';
import type { LearnerScript } from './talk.js';
import { type GapClaim, UNRESOLVABLE } from './wire.js';

/** What it says where it knows nothing. */
const NO_WAY_ON = 'I have found no way on: the blocker appears unresolvable.';

/** A mentor that knows the corpus: it tells the way on by the student's words, and claims the gap. */
export function expertMentor(cases: readonly CorpusCase[]): LearnerScript {
  return ({ prompt }) => {
    const { tutorial, rest } = partsOf(prompt);
    const lines = tutorial.split('\n');
    const known = cases.find(({ expert }) => lines.includes(expert.quote) && new RegExp(expert.pattern).test(rest));
    return { say: known ? `${notesOf(known)}\n\n${gapBlock(claimOf(known))}` : `${NO_WAY_ON}\n${UNRESOLVABLE}` };
  };
}

function notesOf({ expert: { explanation, way, quote, run } }: CorpusCase): string {
  return `${explanation}\n\n${sayAdvice({ way, line: quote, run })}`;
}

function claimOf({ title, gap, expert: { quote, fix, severity } }: CorpusCase): GapClaim {
  return { quote, title, missing: gap.missing, fix, severity };
}

/** JSON keeps the fences of a fix on one line: they end no block. */
function gapBlock(claim: GapClaim): string {
  return ['```gap', JSON.stringify(claim), '```'].join('\n');
}
