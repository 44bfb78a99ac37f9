import { useState } from 'react';

const WORDS = { ready: undefined, done: 'Copied', failed: 'The browser does not allow it: select the text' } as const;

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<keyof typeof WORDS>('ready');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('done'),
      () => setState('failed'),
    );
  return (
    <span className="copy">
      <button type="button" onClick={copy} onBlur={() => setState('ready')}>
        {label}
      </button>
      <span role="status">{WORDS[state]}</span>
    </span>
  );
}
