import * as z from 'zod';
import { gridSizeSchema } from './frames.js';

/**
 * `GET /terminal/<session>/history?ticket=…[&lines=<n>][&style=plain]`: everything tmux still holds of
 * a session in one piece: the lines above the screen and then the screen, as they were at one instant.
 */
export const historyResponseSchema = gridSizeSchema.extend({
  /** Lines above the screen that tmux holds now. Beyond `limit`, it drops the oldest. */
  lines: z.number().int().min(0),
  limit: z.number().int().min(0),
  /** Number of the oldest line in `text`, counted from tmux's oldest; above 0 only if `lines` was given. */
  from: z.number().int().min(0),
  /** The program in front uses the alternate screen (an editor, a pager): the lines above are not its own. */
  alternate: z.boolean(),
  /** Whether the program in front has no use for the page keys: a shell or an AI CLI on the normal screen. */
  ignoresPageKeys: z.boolean(),
  /**
   * Lines, each ended by a line feed. A line that the terminal wrapped is one line here. Contains SGR
   * sequences, which carry over line ends, unless `style` was `plain`.
   */
  text: z.string(),
});
export type HistoryResponse = z.infer<typeof historyResponseSchema>;

/**
 * A row of the history for a client that accepts NDJSON, such as a browser, which should not have to parse tens
 * of megabytes in one go: the facts, the text in pieces, and a last row, without which something is missing.
 */
export const historyStreamRowSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('facts'), facts: historyResponseSchema.omit({ text: true }) }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('end') }),
]);
export type HistoryStreamRow = z.infer<typeof historyStreamRowSchema>;

const codePointSchema = z.number().int().min(0).max(0x10ffff);

/** First and last code point of a range, and the cells that each of them takes: 0, 1 or 2. */
const widthRangeSchema = z.tuple([codePointSchema, codePointSchema, z.number().int().min(0).max(2)]);

/**
 * `GET /terminal/widths`: how many cells the running tmux gives to each character, found out by asking
 * it. A browser that counts differently draws the rest of a line after such a character in the wrong place.
 */
export const widthsResponseSchema = z.object({
  /** Version of that tmux, such as `3.3a`. */
  tmux: z.string(),
  /** Ascending, without overlap. A code point outside all ranges takes one cell. */
  ranges: z.array(widthRangeSchema).max(5000),
  /** Which sequences become one character; all others are as wide as the sum of their parts. */
  joins: z.object({
    /** What follows U+200D belongs to the character before it, unless it is ASCII. */
    zwj: z.boolean(),
    /** U+FE0F after a character of one cell makes it two cells wide. */
    variationSelector: z.boolean(),
    /** Ranges of characters to which a skin tone (U+1F3FB to U+1F3FF) belongs; the two take two cells. */
    modifierBases: z.array(z.tuple([codePointSchema, codePointSchema])).max(500),
    /**
     * Regional indicators: each by itself; two as a flag of two cells; or each, like a modifier, joined to
     * any character above ASCII before it.
     */
    flags: z.enum(['apart', 'pairs', 'modifiers']),
  }),
  /** Most UTF-8 bytes that tmux keeps for a character and all that joins it. What exceeds them starts the next. */
  maxCharacterBytes: z.number().int().min(4).max(255),
});
export type WidthsResponse = z.infer<typeof widthsResponseSchema>;
