import type { ReactNode } from 'react';
import { useDashboard } from '../context.js';

interface PageLinkProps {
  readonly href: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** To another page of the daemon: in a tab of its own where the dashboard is only a part of a page. */
export function PageLink({ href, className, children }: PageLinkProps) {
  const { inNewTab } = useDashboard().links;
  if (!inNewTab) {
    return (
      <a className={className} href={href}>
        {children}
      </a>
    );
  }
  return (
    <a className={className} href={href} target="_blank" rel="noopener">
      {children}
      <span className="practice-visually-hidden"> (opens a new tab)</span>
    </a>
  );
}
