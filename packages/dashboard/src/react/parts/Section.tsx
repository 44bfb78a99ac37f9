import { type ReactNode, useId } from 'react';
import { useDashboard } from '../context.js';

interface SectionProps {
  readonly title: string;
  /** For the way there from the bar. */
  readonly anchor?: string;
  /** A sentence of what is to be seen. */
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** A part of the page with a heading of its own. */
export function Section({ title, anchor, about, actions, busy = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className="dash-section" aria-labelledby={id} aria-busy={busy} data-anchor={anchor}>
      <header className="dash-section-head">
        <Heading level={1} id={id}>
          {title}
        </Heading>
        {actions}
        {about !== undefined && <p className="dash-about">{about}</p>}
      </header>
      {children}
    </section>
  );
}

interface HeadingProps {
  /** Below the heading of the whole: 1 is that of a section. */
  readonly level: 0 | 1 | 2;
  readonly id?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A heading at its place among those around the dashboard. */
export function Heading({ level, children, ...rest }: HeadingProps) {
  const { headingLevel } = useDashboard();
  const Tag = `h${headingLevel + level}` as 'h1' | 'h2' | 'h3' | 'h4';
  return (
    <Tag tabIndex={-1} {...rest}>
      {children}
    </Tag>
  );
}
