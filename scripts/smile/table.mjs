/** What came of each, one a line, with its gaps below it; and what that makes together. */
export function table(rows, total) {
  const width = Math.max(...rows.map(({ target }) => target.length));
  const lines = rows.flatMap(({ target, outcome, gaps, file, isKnown }) => [
    `${target.padEnd(width)}  ${outcome}${isKnown ? ' (unchanged)' : ''}`,
    ...gaps.map(({ line, title }) => `${' '.repeat(width)}    ${line === null ? file : `${file}:${line}`}  ${title}`),
  ]);
  return `\n${[...lines, '', summary(rows, total)].map(printable).join('\n')}\n`;
}

function summary(rows, total) {
  const number = (outcome) => rows.filter((row) => row.outcome === outcome).length;
  const [passed, gaps] = [number('passed'), number('docs_gap')];
  const others = rows.length - passed - gaps;
  const parts = [`${passed} passed`, `${gaps} with gaps`];
  if (others > 0) parts.push(`${others} of which nothing can be said`);
  if (rows.length < total) parts.push(`${total - rows.length} not tried`);
  return parts.join(', ');
}

/** Titles are a model's words: no control code of theirs reaches the terminal. */
function printable(text) {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}
