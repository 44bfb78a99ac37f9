import type { CSSProperties } from 'react';

interface Share {
  readonly name: string;
  readonly value: number;
}

interface ShareBarProps {
  /** The strongest colour first. */
  readonly shares: readonly Share[];
  /** Says the same in words. */
  readonly label: string;
}

/** How a whole is divided. Nothing of nothing is an empty bar. */
export function ShareBar({ shares, label }: ShareBarProps) {
  return (
    <span className="dash-share" role="img" aria-label={label}>
      {shares.map(({ name, value }, index) =>
        value > 0 ? (
          <span
            key={name}
            className="dash-share-fill"
            data-rank={index}
            style={{ '--dash-value': value } as CSSProperties}
          />
        ) : null,
      )}
    </span>
  );
}

interface MeterProps {
  /** From 0 to 1; what is more is drawn as 1. */
  readonly share: number;
}

/** A part of a whole, drawn beside words that say it. */
export function Meter({ share }: MeterProps) {
  const width = `${100 * Math.min(1, Math.max(0, share))}%`;
  return (
    <span className="dash-meter" aria-hidden="true">
      <span className="dash-meter-fill" style={{ inlineSize: width }} />
    </span>
  );
}
