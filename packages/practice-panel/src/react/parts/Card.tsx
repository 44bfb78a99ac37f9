import type { ReactNode } from 'react';
import { usePracticeClient } from '../context.js';

interface CardProps {
  readonly title: string;
  /** Stable name of the state, for styles and tests. */
  readonly name: string;
  /** What the page keeps looking for meanwhile. */
  readonly waiting?: string;
  readonly tone?: 'plain' | 'danger' | 'success';
  readonly children: ReactNode;
}

/** A state of the panel without a terminal: what it is, what to do, where to read more. */
export function Card({ title, name, waiting, tone = 'plain', children }: CardProps) {
  const { guideUrl, troubleshootingUrl } = usePracticeClient().options;
  return (
    <section className="practice-card" data-name={name} data-tone={tone} aria-label={title}>
      <h3 className="practice-card-title">{title}</h3>
      <div className="practice-card-body">{children}</div>
      {waiting && (
        <p className="practice-waiting">
          <span className="practice-dot" data-tone="accent" data-pulse="true" aria-hidden="true" />
          Waiting for {waiting}. This page goes on by itself.
        </p>
      )}
      <p className="practice-card-links">
        <GuideLink href={guideUrl} text="Set-up guide" />
        <GuideLink href={troubleshootingUrl} text="Troubleshooting" />
      </p>
    </section>
  );
}

/** Opens in a new tab: leaving this page would lose the panel, and the very card the student is reading about. */
function GuideLink({ href, text }: { readonly href: string; readonly text: string }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {text}
      <span className="practice-visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
