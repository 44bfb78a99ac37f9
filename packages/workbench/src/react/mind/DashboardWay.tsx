import { CopyButton } from '../parts/CopyButton.js';
import { Icon } from '../parts/icons.js';
import { useDashboardUrl } from './dashboard-url.js';

/** Opens the dashboard, also where the browser has never been there. */
const DASHBOARD_COMMAND = 'npx @agent-factory/practice-server dashboard';

interface DashboardWayProps {
  /** The words of the link. */
  readonly what: string;
  /** What to do there. */
  readonly where?: string;
}

/**
 * The way to the learner's own page. Its server lets nobody in who comes from a page of another origin, such as a lesson:
 * from there, it is a command.
 */
export function DashboardWay({ what, where }: DashboardWayProps) {
  const url = useDashboardUrl();
  if (url === undefined) {
    return (
      <>
        <p>This opens your dashboard. {where}</p>
        <div className="practice-command">
          <code>{DASHBOARD_COMMAND}</code>
          <CopyButton text={DASHBOARD_COMMAND} />
        </div>
      </>
    );
  }
  return (
    <p>
      <a className="wb-out" href={url} target="_blank" rel="noopener">
        {what}
        <Icon name="external" />
        <span className="practice-visually-hidden"> (opens in a new tab)</span>
      </a>
      {where && <span className="practice-muted"> {where}</span>}
    </p>
  );
}
