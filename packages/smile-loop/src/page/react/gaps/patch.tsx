/** A unified diff, with what it adds and removes told apart also without colours: by its own signs. */
export function Patch({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <pre className="patch" tabIndex={0} role="group" aria-label="Patch">
      {text
        .trimEnd()
        .split('\n')
        .map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a patch may be alike, and do not move
          <span key={index} className={kindOf(line)}>
            {`${line}\n`}
          </span>
        ))}
    </pre>
  );
}

function kindOf(line: string): string {
  if (/^(?:\+\+\+|---|@@|diff )/.test(line)) return 'head';
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : '';
}
