/** The shortest fence: long enough that no text has it by chance. */
const MIN_FENCE = 12;

/**
 * Text between two lines that it does not contain itself, whatever it contains: the fence is longer than the longest
 * run of `=` in it. The text is not changed by a byte.
 */
export function fenced(label: string, text: string): string {
  const longest = (text.match(/=+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '='.repeat(Math.max(MIN_FENCE, longest + 1));
  return `${fence} BEGIN ${label} ${fence}\n${text}\n${fence} END ${label} ${fence}`;
}

/** One section of a prompt; left out where there is nothing to say. */
export function section(title: string, ...parts: readonly string[]): string {
  const said = parts.filter((part) => part !== '');
  return said.length === 0 ? '' : `[${title}]\n${said.join('\n\n')}`;
}

export function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
