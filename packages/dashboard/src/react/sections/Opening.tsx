import { PERIODS } from '@agent-factory/protocol/mind';
import { useId } from 'react';
import { useDashboard, useSnapshot } from '../context.js';
import { Heading } from '../parts/Section.js';
import { useFormats } from '../words/formats.js';
import { counted, IN_PERIOD, PERIOD_NAMES, STAGE_NAMES, shortened, standingOf } from '../words/words.js';

const NAME_LENGTH = 40;

/** Where the learner stands, in one sentence, and what the period adds up to. */
export function Opening() {
  const { project, state } = useSnapshot();
  return (
    <div className="dash-opening">
      <p className="dash-eyebrow">{project === undefined ? 'All your projects' : shortened(project.name, 80)}</p>
      <Heading level={0} className="dash-title">
        <span className="practice-visually-hidden">Dashboard: </span>
        <Sentence />
      </Heading>
      <div className="dash-period-line">
        <PeriodChoice />
        <span className="practice-visually-hidden" role="status">
          {state.status === 'loading' ? 'Loading' : ''}
        </span>
      </div>
      <Facts />
    </div>
  );
}

function Sentence() {
  const formats = useFormats();
  const { state } = useSnapshot();
  if (state.value === undefined)
    return <>{state.status === 'failed' ? 'Your dashboard did not come.' : 'Looking at your work…'}</>;
  const standing = standingOf(state.value.dreyfus);
  if (standing === undefined) return <>A clean page. What you learn will be written here.</>;
  const { stage, further, others } = standing;
  const skills = standing.skills.map((skill) => shortened(skill, NAME_LENGTH));
  if (further > 0) skills.push(counted(further, formats.number, 'more skill'));
  const list = new Intl.ListFormat('en').format(skills);
  return (
    <>
      <em>{STAGE_NAMES[stage]}</em> in {list}
      {others > 0 && (
        <span className="dash-title-rest">, with {counted(others, formats.number, 'other')} on the way</span>
      )}
      .
    </>
  );
}

function PeriodChoice() {
  const { client } = useDashboard();
  const { period } = useSnapshot();
  const name = useId();
  return (
    <fieldset className="dash-choice">
      <legend className="practice-visually-hidden">Statistics of</legend>
      {PERIODS.map((each) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === period} onChange={() => client.changePeriod(each)} />
          <span>{PERIOD_NAMES[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Facts() {
  const formats = useFormats();
  const { state, period } = useSnapshot();
  const stats = state.value?.stats;
  const { number, minutes } = formats;
  const shown = (value: number | undefined, format = number) => (value === undefined ? '–' : format(value));
  const facts = [
    ['With your coach', shown(stats?.totalCoachingMinutes, minutes)],
    ['Sessions', shown(stats?.sessionsCompleted)],
    ['Issues', shown(stats?.issuesWorkedOn)],
    ['Hints', shown(stats?.hintsUsed)],
    [
      'Gaps closed',
      stats ? `${number(stats.knowledgeGapsAddressed)} of ${number(stats.knowledgeGapsIdentified)}` : '–',
    ],
  ];
  return (
    <dl className="dash-facts" aria-label={`What you did ${IN_PERIOD[period]}`} data-stale={state.status === 'loading'}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
