import type { DashboardState } from '@agent-factory/protocol/mind';
import { STAGES } from '@agent-factory/protocol/mind';
import { scalePoint } from 'd3-scale';
import { curveLinearClosed, lineRadial, pointRadial } from 'd3-shape';
import { useFormats } from '../words/formats.js';
import { rankOf, STAGE_NAMES, shortened } from '../words/words.js';
import { useRoving } from './use-roving.js';

/** Fewer are no area. */
export const LEAST_SKILLS = 3;
/** More names than these lie on each other. */
export const MOST_SKILLS = 10;

/** Units of the drawing. */
const [WIDTH, HEIGHT, RADIUS, NAME_GAP] = [540, 430, 168, 20];
const NAME_LENGTH = 18;

interface RadarProps {
  /** From `LEAST_SKILLS` to `MOST_SKILLS`. */
  readonly skills: DashboardState['dreyfus'];
}

/** Skills around a middle: the farther out, the further the stage. */
export function Radar({ skills }: RadarProps) {
  const formats = useFormats();
  const { pointProps, pointed } = useRoving(skills.length);
  const radius = scalePoint<number>([0, ...STAGES.map(rankOf)], [0, RADIUS]);
  const out = (rank: number) => radius(rank) ?? 0;
  const angleOf = (index: number) => (2 * Math.PI * index) / skills.length;
  const outline = lineRadial<number>()
    .angle((_, index) => angleOf(index))
    .radius(out)
    .curve(curveLinearClosed);
  const rings = STAGES.map(rankOf);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no field of a form
    <svg
      className="dash-radar"
      viewBox={`${-WIDTH / 2} ${-HEIGHT / 2} ${WIDTH} ${HEIGHT}`}
      role="group"
      aria-label={`Stages of ${skills.length} skills, from novice in the middle to expert at the edge`}
    >
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus */}
      <g aria-hidden="true">
        {rings.map((rank) => (
          <path
            key={rank}
            className="dash-ring"
            data-outer={rank === rings.length}
            d={outline(skills.map(() => rank)) ?? ''}
          />
        ))}
        {skills.map(({ skillArea }, index) => {
          const [x, y] = pointRadial(angleOf(index), RADIUS);
          return <line key={skillArea} className="dash-spoke" x2={x} y2={y} />;
        })}
        <path className="dash-area" d={outline(skills.map(({ stage }) => rankOf(stage))) ?? ''} />
        {STAGES.map((stage) => (
          <text key={stage} className="dash-ring-name" x={5} y={-out(rankOf(stage)) + 11}>
            {STAGE_NAMES[stage]}
          </text>
        ))}
      </g>
      {skills.map(({ skillArea, stage, confidence }, index) => {
        const angle = angleOf(index);
        const [x, y] = pointRadial(angle, out(rankOf(stage)));
        const [nameX, nameY] = pointRadial(angle, RADIUS + NAME_GAP);
        const words = `${skillArea}: ${STAGE_NAMES[stage]}, ${formats.percent(confidence)} sure`;
        return (
          <g key={skillArea} className="dash-point" aria-label={words} {...pointProps(index)}>
            <title>{words}</title>
            <text className="dash-name" x={nameX} y={nameY} textAnchor={anchorAt(nameX)} dominantBaseline="middle">
              {shortened(skillArea, NAME_LENGTH)}
            </text>
            <circle className="dash-reach" cx={x} cy={y} r={16} />
            <circle className="dash-dot" cx={x} cy={y} r={pointed === index ? 7 : 5} />
          </g>
        );
      })}
    </svg>
  );
}

function anchorAt(x: number): 'start' | 'middle' | 'end' {
  if (Math.abs(x) < RADIUS / 8) return 'middle';
  return x > 0 ? 'start' : 'end';
}
