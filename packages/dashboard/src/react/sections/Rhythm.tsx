import type { DashboardState } from '@agent-factory/protocol/mind';
import { ChartTable } from '../charts/ChartTable.js';
import { DayBars, localOf } from '../charts/DayBars.js';
import { spansOf } from '../charts/days.js';
import { useDashboard } from '../context.js';
import { Section } from '../parts/Section.js';
import { useFormats } from '../words/formats.js';
import { counted, IN_PERIOD } from '../words/words.js';

/** When something was done, and for how many days in a row: facts, whatever they are. */
export function Rhythm({ state }: { readonly state: DashboardState }) {
  const { client } = useDashboard();
  const { number, ...formats } = useFormats();
  const { period } = state.stats;
  const spans = spansOf(state.activity, period, client.now());
  const done = spans.filter(({ minutes, actions }) => minutes > 0 || actions > 0);
  const { current, longest } = state.streak;
  const days = state.activity.length;
  const about =
    days === 0
      ? `Nothing was done ${IN_PERIOD[period]}. A day with your coach or in the Workbench becomes a bar.`
      : `${counted(days, number, 'day')} with something done ${IN_PERIOD[period]}.`;
  return (
    <Section title="Rhythm" anchor="rhythm" about={about}>
      <div className="dash-rhythm">
        <dl className="dash-streak">
          <div>
            <dt>In a row now</dt>
            <dd>{counted(current, number, 'day')}</dd>
          </div>
          <div>
            <dt>Longest row</dt>
            <dd>{counted(Math.max(longest, current), number, 'day')}</dd>
          </div>
        </dl>
        <div>
          <DayBars spans={spans} />
          {done.length > 0 && (
            <ChartTable
              caption="What was done when"
              columns={[period === 'all' ? 'Week of' : 'Day', 'Time', 'Actions']}
              rows={done.map((span) => [
                formats.day(localOf(span.start)),
                formats.minutes(span.minutes),
                number(span.actions),
              ])}
            />
          )}
        </div>
      </div>
    </Section>
  );
}
