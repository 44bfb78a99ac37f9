import { scaleBand, scaleLinear } from 'd3-scale';
import { useFormats } from '../words/formats.js';
import { counted } from '../words/words.js';
import type { Span } from './days.js';
import { useRoving } from './use-roving.js';

/** Units of the drawing. */
const [WIDTH, HEIGHT, LEAST_BAR] = [720, 140, 5];

interface DayBarsProps {
  readonly spans: readonly Span[];
}

/** How much was done when: the minutes of each day, or of each week. */
export function DayBars({ spans }: DayBarsProps) {
  const formats = useFormats();
  const { pointProps, pointed } = useRoving(spans.length);
  const x = scaleBand(
    spans.map(({ start }) => start),
    [0, WIDTH],
  ).paddingInner(spans.length > 10 ? 0.35 : 0.5);
  const y = scaleLinear([0, Math.max(1, ...spans.map(({ minutes }) => minutes))], [0, HEIGHT]);
  const shown = pointed === undefined ? undefined : spans[pointed];
  const words = (span: Span) => wordsOf(span, formats);
  const [first, last] = [spans[0], spans.at(-1)];
  return (
    <figure className="dash-bars">
      {/* biome-ignore lint/a11y/useSemanticElements: no field of a form */}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="group"
        aria-label={spans[0]?.days === 7 ? 'Minutes in each week' : 'Minutes on each day'}
        preserveAspectRatio="none"
      >
        {spans.map((span, index) => {
          const isDone = span.minutes > 0 || span.actions > 0;
          const height = isDone ? Math.max(LEAST_BAR, y(span.minutes)) : 2;
          return (
            <g key={span.start} className="dash-bar" aria-label={words(span)} {...pointProps(index)}>
              <rect className="dash-reach" x={x(span.start) ?? 0} width={x.bandwidth()} height={HEIGHT} />
              <rect
                className="dash-bar-fill"
                data-done={isDone}
                x={x(span.start) ?? 0}
                width={x.bandwidth()}
                y={HEIGHT - height}
                height={height}
              />
            </g>
          );
        })}
      </svg>
      <figcaption>
        <span>{first && formats.day(localOf(first.start))}</span>
        <span className="dash-readout">{shown && words(shown)}</span>
        <span>{last && 'Today'}</span>
      </figcaption>
    </figure>
  );
}

/** The same day at noon of the reader's own zone: it is written by that. */
export function localOf(start: number): number {
  const date = new Date(start);
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), 12).getTime();
}

function wordsOf({ start, days, minutes, actions }: Span, formats: ReturnType<typeof useFormats>): string {
  const when = days === 7 ? `Week of ${formats.day(localOf(start))}` : formats.day(localOf(start));
  if (minutes === 0 && actions === 0) return `${when}: nothing`;
  return `${when}: ${formats.minutes(minutes)}, ${counted(actions, formats.number, 'action')}`;
}
