import type { DashboardState } from '@agent-factory/protocol/mind';
import { SEVERITIES } from '@agent-factory/protocol/mind';
import { ShareBar } from '../charts/ShareBar.js';
import { useDashboard } from '../context.js';
import { Empty } from '../parts/Quiet.js';
import { Section } from '../parts/Section.js';
import { Ticks } from '../parts/Ticks.js';
import { useShown } from '../parts/use-shown.js';
import { useFormats } from '../words/formats.js';
import { counted, SEVERITY_NAMES, SEVERITY_RANKS } from '../words/words.js';

const FIRST_GAPS = 6;

type Gap = DashboardState['gaps'][number];

/** What the learner has stumbled over: what is open, the worst first, and what is closed. */
export function Gaps({ gaps }: { readonly gaps: readonly Gap[] }) {
  const { number } = useFormats();
  const open = gaps.filter(({ addressed }) => !addressed).sort(byWeight);
  const closed = gaps.filter(({ addressed }) => addressed);
  const words = `${counted(open.length, number, 'gap')} open, ${number(closed.length)} closed`;
  return (
    <Section title="Gaps" anchor="practice" {...(gaps.length > 0 && { about: `${words}.` })}>
      {gaps.length === 0 ? (
        <Empty title="No gaps are known.">
          What you stumble over in a session is noted when it is wrapped up. It stands here until you have closed it.
        </Empty>
      ) : (
        <>
          <ShareBar
            label={words}
            shares={[
              { name: 'closed', value: closed.length },
              { name: 'open', value: open.length },
            ]}
          />
          {open.length === 0 ? <p className="dash-note">All of them are closed.</p> : <GapList gaps={open} />}
          {closed.length > 0 && (
            <details className="dash-fold">
              <summary>Closed: {number(closed.length)}</summary>
              <GapList gaps={closed} />
            </details>
          )}
        </>
      )}
    </Section>
  );
}

function GapList({ gaps }: { readonly gaps: readonly Gap[] }) {
  const { client } = useDashboard();
  const formats = useFormats();
  const { shown, more } = useShown(gaps, FIRST_GAPS);
  return (
    <>
      <ul className="dash-rows">
        {shown.map(({ id, topic, severity, evidence, frequency, addressed, lastEncounteredAt }) => (
          <li key={id} className="dash-gap">
            <p className="dash-row-title">
              <span className="dash-clamp" title={topic}>
                {topic}
              </span>
              {!addressed && (
                <Ticks value={SEVERITY_RANKS[severity]} of={SEVERITIES.length} label={SEVERITY_NAMES[severity]} />
              )}
            </p>
            {evidence !== '' && <p className="dash-clamp dash-soft">{evidence}</p>}
            <p className="dash-faint">
              {!addressed && `${SEVERITY_NAMES[severity]} · `}
              {frequency > 1 && `seen ${counted(frequency, formats.number, 'time')} · `}
              {formats.ago(lastEncounteredAt, client.now())}
            </p>
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

function byWeight(one: Gap, other: Gap): number {
  return SEVERITY_RANKS[other.severity] - SEVERITY_RANKS[one.severity] || other.frequency - one.frequency;
}
