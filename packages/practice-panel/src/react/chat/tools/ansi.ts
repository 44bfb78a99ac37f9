/** Colours, cursor movements and titles, as programs print them for terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matching them is the point
const SEQUENCES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matching them is the point
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** What a program printed, as plain text. A line that it wrote over again shows as it was at the end. */
export function withoutAnsi(text: string): string {
  return text
    .replace(SEQUENCES, '')
    .replace(/\r\n/g, '\n')
    .replace(/^.*\r(?=[^\n])/gm, '')
    .replace(CONTROLS, '');
}
