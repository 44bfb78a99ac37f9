import * as z from 'zod';
import { type GapClaim, gapClaimSchema } from '../contract/agents.js';
import { CLAIM_CHARS } from '../contract/limits.js';

type Fix = GapClaim['fix'];

/** Words that models use for a kind of fix, in the order in which they are looked for. */
const KINDS: readonly (readonly [RegExp, Fix['kind']])[] = [
  [/remov|delet/i, 'remove'],
  [/replac|chang|rewrit/i, 'replace'],
  [/before|above|prepend/i, 'insert_before'],
  [/insert|after|below|add|append/i, 'insert_after'],
];

/** There is a gap, and nothing to put into the text. */
const NO_FIX: Fix = { kind: 'insert_after', text: '' };

/** What has to be there for a claim: which place, and something that is said of it. */
const saidSchema = z.object({
  quote: z.string().min(1),
  title: z.string().catch(''),
  missing: z.string().catch(''),
  fix: z.object({ kind: z.string(), text: z.string().catch('') }).catch({ kind: '', text: '' }),
  severity: z.string().catch(''),
});

/**
 * What a mentor says that a tutorial lacks, as far as it can be read: a claim is not lost for a word that is not in the
 * contract, or one too many. Undefined where it is none.
 */
export function readGapClaim(value: unknown): GapClaim | undefined {
  const said = saidSchema.safeParse(value);
  if (!said.success) return undefined;
  const { quote, title, missing, fix, severity } = said.data;
  if (`${title}${missing}${fix.text}`.trim() === '') return undefined;
  const cut = (text: string, field: 'quote' | 'title' | 'missing') => text.slice(0, CLAIM_CHARS[field]);
  return gapClaimSchema.parse({
    quote: cut(quote, 'quote'),
    title: cut(title, 'title'),
    missing: cut(missing, 'missing'),
    // A part of a quote is another place, and a part of a text another fix.
    fix: quote.length > CLAIM_CHARS.quote || fix.text.length > CLAIM_CHARS.fix ? NO_FIX : fixOf(fix),
    severity: severity.toLowerCase(),
  });
}

function fixOf({ kind: word, text }: { kind: string; text: string }): Fix {
  const kind = KINDS.find(([words]) => words.test(word))?.[1];
  return kind === undefined ? NO_FIX : { kind, text };
}
