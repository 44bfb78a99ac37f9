import type { Stage } from '@agent-factory/protocol/mind';
import { STAGES } from '@agent-factory/protocol/mind';
import { scaleLinear } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { rankOf } from '../words/words.js';

/** Units of the drawing. */
const [WIDTH, HEIGHT, PAD] = [280, 96, 6];

/** `at`: Unix milliseconds. */
export interface StagePoint {
  readonly at: number;
  readonly stage: Stage;
}

interface StageLineProps {
  /** In the order of time; at least one. */
  readonly points: readonly StagePoint[];
  /** The time that is drawn, the same for all. */
  readonly from: number;
  readonly until: number;
  /** Says the same in words. */
  readonly label: string;
}

/** The stages of one skill over time. A stage holds until the next assessment. */
export function StageLine({ points, from, until, label }: StageLineProps) {
  const x = scaleLinear([from, Math.max(until, from + 1)], [PAD, WIDTH - PAD]).clamp(true);
  const y = scaleLinear([1, STAGES.length], [HEIGHT - PAD - 2, PAD]);
  const last = points.at(-1);
  if (last === undefined) return null;
  const drawn = [...points, { at: until, stage: last.stage }];
  const shape = line<StagePoint>()
    .x(({ at }) => x(at))
    .y(({ stage }) => y(rankOf(stage)))
    .curve(curveStepAfter);
  const ground = area<StagePoint>()
    .x(({ at }) => x(at))
    .y0(HEIGHT)
    .y1(({ stage }) => y(rankOf(stage)))
    .curve(curveStepAfter);
  return (
    <svg
      className="dash-stage-line"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      preserveAspectRatio="none"
    >
      {STAGES.map((stage) => (
        <line key={stage} className="dash-rule" x1={0} x2={WIDTH} y1={y(rankOf(stage))} y2={y(rankOf(stage))} />
      ))}
      <path className="dash-ground" d={ground(drawn) ?? ''} />
      <path className="dash-line" d={shape(drawn) ?? ''} />
    </svg>
  );
}
