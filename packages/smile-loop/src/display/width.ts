const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters that take two columns: East Asian wide and full-width forms (Unicode TR 11), and pictures. */
const WIDE =
  /^(?:[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}|\p{Emoji}\uFE0F)/u;
/** What takes no column of its own. */
const EMPTY = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u;

/** Columns that a text without control codes takes in a terminal. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const { segment } of GRAPHEMES.segment(text)) columns += graphemeColumns(segment);
  return columns;
}

/** The text in at most this many columns; what is cut off is told by a sign. */
export function fitColumns(text: string, limit: number): string {
  if (columnsOf(text) <= limit) return text;
  let [kept, columns] = ['', 0];
  for (const { segment } of GRAPHEMES.segment(text)) {
    columns += graphemeColumns(segment);
    if (columns > limit - 1) break;
    kept += segment;
  }
  return limit < 1 ? '' : `${kept.trimEnd()}…`;
}

function graphemeColumns(grapheme: string): number {
  if (EMPTY.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}
