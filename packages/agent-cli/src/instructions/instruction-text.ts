/** Bytes of a folder's instructions that every CLI reads: Codex cuts off what is beyond them, without a word. */
export const MAX_INSTRUCTION_BYTES = 32 * 1024;

/** A file's name behind an @, as Gemini CLI sees one. Claude Code sees these and a few more. */
const IMPORT = /(?<=^|\s)@[A-Za-z./]\S*/g;
/** Code in text, as both see it: nothing is imported there. */
const CODE = /(`+)[\s\S]*?\1/g;
/** An HTML comment in lines of its own. */
const COMMENT = /^<!--[\s\S]*?-->[ \t]*$/gm;

/**
 * What in instructions is taken for an order to read another file. Gemini CLI puts that file in its place, or a
 * comment where there is none; Claude Code adds the file.
 */
export function importsIn(text: string): string[] {
  return text.replace(CODE, '').match(IMPORT) ?? [];
}

/** What Claude Code takes out of instructions before its model reads them; others leave it there. */
export function commentsIn(text: string): string[] {
  return text.replace(CODE, '').match(COMMENT) ?? [];
}
