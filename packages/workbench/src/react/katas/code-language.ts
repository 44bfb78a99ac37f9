/** What gives a language away in a few lines of code; the first that fits counts. A wrong guess costs colours alone. */
const SIGNS: readonly (readonly [language: string, sign: RegExp])[] = [
  ['python', /^\s*(?:async )?def \w+.*:\s*$|^\s*class \w+.*:\s*$|^from \S+ import /m],
  ['rust', /\bfn \w+\s*(?:<.*>)?\(|\blet mut /],
  ['go', /^package \w+|^func \w*\(?/m],
  ['cpp', /^\s*#include\b|\bstd::/m],
  ['java', /\bpublic (?:static |final |abstract )*(?:class|interface|void|int|String)\b/],
  ['ruby', /^\s*def \w+[^:]*$[\s\S]*^\s*end\b/m],
  ['typescript', /\b(?:interface|type) \w+[^=\n]*[{=]|[\w)]\??: (?:string|number|boolean|void|unknown)\b/],
  ['javascript', /\bfunction\b|=>|\b(?:const|let|var) \w+ ?=/],
  ['sql', /^\s*(?:select|create table|insert into)\b/im],
];

/** UTF-16 units that are looked at: a language shows early, and code may be long, and odd. */
const LOOKED_AT = 2000;

/** The language of some code, as editors name it; a kata does not say it. */
export function languageOfCode(code: string): string {
  const beginning = code.slice(0, LOOKED_AT);
  return SIGNS.find(([, sign]) => sign.test(beginning))?.[0] ?? 'plaintext';
}
