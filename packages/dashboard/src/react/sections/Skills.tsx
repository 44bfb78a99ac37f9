import type { DashboardState } from '@agent-factory/protocol/mind';
import { STAGES } from '@agent-factory/protocol/mind';
import { ChartTable } from '../charts/ChartTable.js';
import { LEAST_SKILLS, MOST_SKILLS, Radar } from '../charts/Radar.js';
import { useDashboard, useSnapshot } from '../context.js';
import { Empty } from '../parts/Quiet.js';
import { Section } from '../parts/Section.js';
import { Ticks } from '../parts/Ticks.js';
import { useShown } from '../parts/use-shown.js';
import { type Formats, useFormats } from '../words/formats.js';
import { rankOf, STAGE_NAMES } from '../words/words.js';

/** Rows that are shown at first: as high as the drawing beside them. */
const FIRST_ROWS = 8;

type Skill = DashboardState['dreyfus'][number];

/** The stage of each skill: as a radar from three on, and as rows. */
export function Skills({ state }: { readonly state: DashboardState }) {
  const { client } = useDashboard();
  const formats = useFormats();
  const { overallStage } = useSnapshot();
  const now = client.now();
  const skills = uniqueSkills(state.dreyfus);
  const { shown, more } = useShown(skills, FIRST_ROWS);
  // In the order of their names: the form changes with the stages alone.
  const drawn = latest(skills, MOST_SKILLS).sort((one, other) => one.skillArea.localeCompare(other.skillArea));
  const about = (
    <>
      {overallStage !== undefined && skills.length > 0 && (
        <>
          Over all, you are at <strong>{STAGE_NAMES[overallStage].toLowerCase()}</strong>.{' '}
        </>
      )}
      The five stages are those of Dreyfus: from going by rules to going by feel.
    </>
  );
  return (
    <Section title="Skills" anchor="skills" about={about}>
      {skills.length === 0 ? (
        <Empty title="No skill is assessed yet.">
          When a session with your coach is wrapped up, the skills that you showed in it appear here, from novice to
          expert.
        </Empty>
      ) : (
        <div className="dash-skills" data-radar={skills.length >= LEAST_SKILLS}>
          {skills.length >= LEAST_SKILLS && (
            <figure>
              <Radar skills={drawn} />
              {drawn.length < skills.length && (
                <figcaption>
                  The {formats.number(drawn.length)} that were assessed last, of {formats.number(skills.length)}
                </figcaption>
              )}
            </figure>
          )}
          <div>
            <ul className="dash-rows">
              {shown.map((skill) => (
                <SkillRow key={skill.skillArea} skill={skill} formats={formats} now={now} />
              ))}
            </ul>
            {more}
            <ChartTable
              caption="Skills and their stages"
              columns={['Skill', 'Stage', 'Sure', 'Assessed']}
              rows={skills.map((each) => [
                each.skillArea,
                STAGE_NAMES[each.stage],
                formats.percent(each.confidence),
                formats.day(each.assessedAt),
              ])}
            />
          </div>
        </div>
      )}
    </Section>
  );
}

function SkillRow({ skill, formats, now }: { readonly skill: Skill; readonly formats: Formats; readonly now: number }) {
  const { skillArea, stage, assessedAt } = skill;
  return (
    <li className="dash-skill">
      <span className="dash-clamp" title={skillArea}>
        {skillArea}
      </span>
      <Ticks value={rankOf(stage)} of={STAGES.length} label={`Stage ${rankOf(stage)} of ${STAGES.length}`} />
      <span className="dash-skill-stage">{STAGE_NAMES[stage]}</span>
      <span className="dash-faint">{formats.ago(assessedAt, now)}</span>
    </li>
  );
}

/** Of a skill that is told twice, the latest; the furthest first. */
function uniqueSkills(skills: readonly Skill[]): Skill[] {
  const byName = new Map<string, Skill>();
  for (const skill of latest(skills, skills.length).reverse()) byName.set(skill.skillArea, skill);
  return [...byName.values()].sort(
    (one, other) => rankOf(other.stage) - rankOf(one.stage) || one.skillArea.localeCompare(other.skillArea),
  );
}

/** Those that were assessed last, the latest first. */
function latest(skills: readonly Skill[], most: number): Skill[] {
  return skills.toSorted((one, other) => Date.parse(other.assessedAt) - Date.parse(one.assessedAt)).slice(0, most);
}
