import type { MouseEvent, ReactNode } from 'react';

interface SiteLinkProps {
  readonly href: string;
  readonly className?: string;
  /** Follows the link without reloading. Without it, the page opens in a new tab and this one stays. */
  readonly onFollow: ((url: string) => void) | undefined;
  readonly children: ReactNode;
}

/** A link to another page of the site. */
export function SiteLink({ href, className, onFollow, children }: SiteLinkProps) {
  if (onFollow === undefined) {
    return (
      <a className={className} href={href} target="_blank" rel="noopener">
        {children}
        <span className="practice-visually-hidden"> (opens in a new tab)</span>
      </a>
    );
  }
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onFollow(href);
  };
  return (
    <a className={className} href={href} onClick={follow}>
      {children}
    </a>
  );
}

/** With a modifier or another button, the browser is asked to do something else, such as to open a tab. */
function isPlainClick({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}
