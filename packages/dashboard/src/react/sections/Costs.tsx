import type { DashboardState } from '@agent-factory/protocol/mind';
import { Meter } from '../charts/ShareBar.js';
import { useSnapshot } from '../context.js';
import { Section } from '../parts/Section.js';
import { useShown } from '../parts/use-shown.js';
import { useFormats } from '../words/formats.js';
import { callName, counted, IN_PERIOD } from '../words/words.js';

const FIRST_COSTS = 6;

/** What models have cost in the period, by what they were for, and what is left of today's budget. */
export function Costs({ state }: { readonly state: DashboardState }) {
  const formats = useFormats();
  const { costs, stats } = state;
  const { shown, more } = useShown(costs, FIRST_COSTS);
  const most = Math.max(...costs.map(({ cost }) => cost), Number.MIN_VALUE);
  const about =
    costs.length === 0
      ? `No model was called ${IN_PERIOD[stats.period]}. Each call of one is counted here by what it was for.`
      : `${formats.money(stats.apiCostTotal)} for models ${IN_PERIOD[stats.period]}.`;
  return (
    <Section title="Costs" anchor="costs" about={about}>
      <Budget />
      {costs.length > 0 && (
        <ul className="dash-rows">
          {shown.map(({ callType, calls, failed, cost }) => (
            <li key={callType} className="dash-cost">
              <span className="dash-clamp" title={callType}>
                {callName(callType)}
              </span>
              <Meter share={cost / most} />
              <span className="dash-amount">{formats.money(cost)}</span>
              <span className="dash-faint">
                {counted(calls, formats.number, 'call')}
                {failed > 0 && `, ${formats.number(failed)} failed`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {more}
    </Section>
  );
}

function Budget() {
  const { money } = useFormats();
  const { settings } = useSnapshot();
  const budget = settings.value?.budget;
  const words =
    budget === undefined
      ? '–'
      : budget.dayUsd === 0
        ? 'No budget: no model is called'
        : `${money(budget.spentTodayUsd)} of ${money(budget.dayUsd)}`;
  const share = budget === undefined || budget.dayUsd === 0 ? 0 : budget.spentTodayUsd / budget.dayUsd;
  return (
    <div className="dash-budget">
      <p>
        <span>Today</span>
        <span className="dash-amount">{words}</span>
      </p>
      <Meter share={share} />
    </div>
  );
}
