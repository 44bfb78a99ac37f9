import type { ReactNode } from 'react';

interface ScrollBoxProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** Something that scrolls by itself and so has to be reached by keyboard. No landmark: a conversation has hundreds. */
export function ScrollBox({ label, className, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <div role="group" aria-label={label} className={className} tabIndex={0}>
      {children}
    </div>
  );
}
