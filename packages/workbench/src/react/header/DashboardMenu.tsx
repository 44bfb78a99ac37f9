import { DashboardWay } from '../mind/DashboardWay.js';
import { useDashboardUrl } from '../mind/dashboard-url.js';
import { Icon } from '../parts/icons.js';
import { Popover } from '../parts/Popover.js';

const LABEL = 'Your dashboard';

/** Levels, gaps, katas, memories and the coach's settings: a page of the learner's own. */
export function DashboardMenu() {
  const url = useDashboardUrl();
  if (url !== undefined) {
    const label = `${LABEL} (opens in a new tab)`;
    return (
      <a className="practice-icon-button" href={url} target="_blank" rel="noopener" aria-label={label} title={LABEL}>
        <Icon name="chart" />
      </a>
    );
  }
  return (
    <Popover label={LABEL} icon="chart" kind="dialog">
      {() => (
        <div className="wb-menu-form wb-dashboard">
          <p>What you have learnt, what to practise next, and what the coach may do.</p>
          <DashboardWay what={LABEL} />
        </div>
      )}
    </Popover>
  );
}
