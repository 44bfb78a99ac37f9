import { z } from 'zod';
import { gridSizeSchema } from './frames.js';

/**
 * `GET /terminal/<session>/history?ticket=…[&lines=<n>][&style=plain]`: everything tmux still holds of
 * a session in one piece, the lines above the screen and then the screen, as they were at one instant.
 */
export const historyResponseSchema = gridSizeSchema.extend({
  /** Lines above the screen that tmux holds now. Above `limit` it forgets the oldest. */
  lines: z.number().int().min(0),
  limit: z.number().int().min(0),
  /** Number of the oldest line in `text`, counted from tmux' oldest; more than 0 where `lines` was given. */
  from: z.number().int().min(0),
  /** The program in front shows a screen of its own (an editor, a pager): the lines above are not its. */
  alternate: z.boolean(),
  /** Whether the program in front has no use for the page keys: a shell or an AI CLI on the usual screen. */
  ignoresPageKeys: z.boolean(),
  /**
   * Lines, each ended by a line feed. A line that the terminal wrapped is one line here. With SGR
   * sequences that carry over line ends; without any where `style` was `plain`.
   */
  text: z.string(),
});
export type HistoryResponse = z.infer<typeof historyResponseSchema>;

/**
 * A row of the history where a client accepts NDJSON, as a browser that should not have to parse tens of
 * megabytes in one go: the facts, the text in pieces, and a last row without which something is missing.
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
 * `GET /terminal/widths`: how many cells the running tmux gives to what it prints, found out by asking
 * it. A browser that counts otherwise draws every line behind such a character in the wrong place.
 */
export const widthsResponseSchema = z.object({
  /** Version of that tmux, such as `3.3a`. */
  tmux: z.string(),
  /** Ascending, without overlap. A code point outside all ranges takes one cell. */
  ranges: z.array(widthRangeSchema).max(5000),
  /** Which sequences become one character; the others are as wide as their parts. */
  joins: z.object({
    /** What follows U+200D belongs to the character before it, unless it is ASCII. */
    zwj: z.boolean(),
    /** U+FE0F after a character of one cell makes it two cells wide. */
    variationSelector: z.boolean(),
    /** Ranges of characters to which a skin tone (U+1F3FB to U+1F3FF) belongs; the two take two cells. */
    modifierBases: z.array(z.tuple([codePointSchema, codePointSchema])).max(500),
    /**
     * Regional indicators: each apart; two as a flag of two cells; or each, like a modifier, with
     * whatever character above ASCII is before it.
     */
    flags: z.enum(['apart', 'pairs', 'modifiers']),
  }),
  /** Most bytes of UTF-8 that tmux keeps of one character and all that joins it. What goes beyond begins the next. */
  maxCharacterBytes: z.number().int().min(4).max(255),
});
export type WidthsResponse = z.infer<typeof widthsResponseSchema>;
