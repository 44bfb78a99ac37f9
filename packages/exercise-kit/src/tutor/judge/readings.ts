/** What stands before a line in a list, a quotation, a comment, a diff, or with its number. */
const MARKERS = /^[\s#/;*>+|•.:)│\d-]+/gm;
/** At least eight characters of a solution, and lines that go on with it. */
const BASE64 = /[A-Za-z0-9+/_-]{11,}(?:[ \t]*\r?\n[ \t]*[A-Za-z0-9+/_-]+)*={0,2}/g;
const HEX = /(?:(?:0x|\\x)?[0-9a-f]{2}[\s,:;]*){8,}/gi;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };
/** Longest text that is looked at, in UTF-16 units: a conversation has some thousand. */
const MAX_LENGTH = 1024 * 1024;

/**
 * The ways in which a text may be read: as it is, and as whoever wants to read more in it would: without markers before
 * its lines, backwards, decoded. Most readings of most texts are nonsense, which no solution resembles.
 */
export function readingsOf(text: string): string[] {
  const plain = text.slice(0, MAX_LENGTH);
  const bases = [plain, plain.replace(MARKERS, ''), unescaped(plain)];
  return [...new Set(bases.flatMap((base) => [base, backwards(base), rotated(base), ...decoded(base)]))];
}

function backwards(text: string): string {
  return [...text].reverse().join('');
}

/** By thirteen letters, which is its own opposite. */
function rotated(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const first = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
}

function decoded(text: string): string[] {
  const base64 = (text.match(BASE64) ?? []).map((run) => Buffer.from(run, 'base64').toString());
  const hex = (text.match(HEX) ?? []).map((run) => Buffer.from(run.replace(/0x|[^0-9a-f]/gi, ''), 'hex').toString());
  return [...base64, ...hex];
}

/** As JSON, HTML and addresses write characters. */
function unescaped(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&(lt|gt|amp|quot|#39);/g, (_entity, name: string) => ENTITIES[name] ?? '')
    .replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());
}
