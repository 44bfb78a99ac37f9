import type { DashboardState } from '@agent-factory/protocol/mind';
import { ChartTable } from '../charts/ChartTable.js';
import { StageLine, type StagePoint } from '../charts/StageLine.js';
import { useDashboard } from '../context.js';
import { Empty } from '../parts/Quiet.js';
import { Section } from '../parts/Section.js';
import { useShown } from '../parts/use-shown.js';
import { useFormats } from '../words/formats.js';
import { STAGE_NAMES } from '../words/words.js';

const FIRST_LINES = 6;

interface SkillLine {
  readonly skill: string;
  readonly points: readonly [StagePoint, ...StagePoint[]];
}

/** How each skill has come to its stage. */
export function Progress({ progress }: { readonly progress: DashboardState['progress'] }) {
  const { client } = useDashboard();
  const formats = useFormats();
  const lines = linesOf(progress);
  const { shown, more } = useShown(lines, FIRST_LINES);
  if (lines.length === 0)
    return (
      <Section title="Over time">
        <Empty title="No steps yet.">Each assessment of a skill is a step of its line here, up or down.</Empty>
      </Section>
    );
  const times = lines.flatMap(({ points }) => points.map(({ at }) => at));
  const from = Math.min(...times);
  const until = Math.max(client.now(), ...times);
  return (
    <Section
      title="Over time"
      about={`Each line is a skill, from novice below to expert above, since ${formats.day(from)}.`}
    >
      <ul className="dash-lines">
        {shown.map(({ skill, points }) => {
          const last = points.at(-1) ?? points[0];
          const steps = points.map(({ stage, at }) => `${STAGE_NAMES[stage]} on ${formats.day(at)}`);
          return (
            <li key={skill}>
              <p className="dash-line-name">
                <span className="dash-clamp" title={skill}>
                  {skill}
                </span>
                <span className="dash-faint">{STAGE_NAMES[last.stage]}</span>
              </p>
              <StageLine points={points} from={from} until={until} label={`${skill}: ${steps.slice(-6).join(', ')}`} />
            </li>
          );
        })}
      </ul>
      {more}
      <ChartTable
        caption="Assessments over time"
        columns={['Skill', 'When', 'Stage']}
        rows={lines.flatMap(({ skill, points }) =>
          points.map(({ at, stage }) => [skill, formats.day(at), STAGE_NAMES[stage]]),
        )}
      />
    </Section>
  );
}

/** Those with the most steps first. */
function linesOf(progress: DashboardState['progress']): SkillLine[] {
  const bySkill = new Map<string, [StagePoint, ...StagePoint[]]>();
  for (const { skillArea, stage, at } of progress) {
    const point = { at: Date.parse(at), stage };
    const points = bySkill.get(skillArea);
    if (points === undefined) bySkill.set(skillArea, [point]);
    else points.push(point);
  }
  const lines = [...bySkill].map(([skill, points]) => ({
    skill,
    points: points.sort((one, other) => one.at - other.at),
  }));
  return lines.sort((one, other) => other.points.length - one.points.length || one.skill.localeCompare(other.skill));
}
