import { useEffect, useState } from 'react';

/** A start that takes longer than this, in milliseconds, is explained. */
const EXPLAIN_AFTER_MS = 1000;

const STEPS = {
  checking_server: { title: 'Looking for the practice server…', detail: 'It is slow to answer.' },
  starting: {
    title: 'Starting exercise…',
    detail: 'Preparing your folder and opening your tutor. The first time takes longest.',
  },
} as const;

/** The moment before the terminal: quiet when it is short, explained when it is not. */
export function Starting({ step }: { readonly step: keyof typeof STEPS }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), EXPLAIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const { title, detail } = STEPS[step];
  return (
    <div className="practice-starting" data-name={step}>
      <span className="practice-spinner" aria-hidden="true" />
      <p className="practice-starting-title">{title}</p>
      <p className="practice-muted" data-shown={isSlow}>
        {isSlow ? detail : '\u00a0'}
      </p>
    </div>
  );
}
