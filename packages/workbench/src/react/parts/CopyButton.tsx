import { useEffect, useRef, useState } from 'react';
import { writeClipboard } from '../browser/write-clipboard.js';
import { Icon } from './icons.js';

/** How long the button says what happened, in milliseconds. */
const SAID_FOR_MS = 2000;

const WORDS = { idle: 'Copy', copied: 'Copied', failed: 'Select and copy it' } as const;

/** Copies a text and says so. */
export function CopyButton({ text }: { readonly text: string }) {
  const [state, setState] = useState<keyof typeof WORDS>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    clearTimeout(timer.current);
    setState((await writeClipboard(text)) ? 'copied' : 'failed');
    timer.current = setTimeout(() => setState('idle'), SAID_FOR_MS);
  };
  return (
    <>
      <button type="button" className="practice-copy" data-state={state} aria-label={`Copy: ${text}`} onClick={copy}>
        <Icon name={state === 'copied' ? 'check' : 'copy'} />
        <span aria-hidden="true">{WORDS[state]}</span>
      </button>
      <span className="practice-visually-hidden" role="status">
        {state === 'idle' ? '' : WORDS[state]}
      </span>
    </>
  );
}
