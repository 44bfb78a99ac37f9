interface TicksProps {
  readonly value: number;
  readonly of: number;
  /** Says the same in words. */
  readonly label: string;
}

/** So many of so many, as a row of small bars. */
export function Ticks({ value, of, label }: TicksProps) {
  return (
    <span className="dash-ticks" role="img" aria-label={label}>
      {Array.from({ length: of }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tick is its place
        <span key={index} data-on={index < value} />
      ))}
    </span>
  );
}
