import type { DashboardState } from '@agent-factory/protocol/mind';
import { useDashboard, useSnapshot } from '../context.js';
import { PageLink } from '../parts/PageLink.js';
import { Section } from '../parts/Section.js';
import { useShown } from '../parts/use-shown.js';
import { useFormats } from '../words/formats.js';

const FIRST_SESSIONS = 3;

/** Sessions that have not been wrapped up: where to go on. Nothing without any. */
export function InProgress({ sessions }: { readonly sessions: DashboardState['inProgressSessions'] }) {
  const { client, links } = useDashboard();
  const { projects } = useSnapshot();
  const formats = useFormats();
  const { shown, more } = useShown(sessions, FIRST_SESSIONS);
  if (sessions.length === 0) return null;
  const nameOf = (id: string) => projects.value?.find((project) => project.id === id)?.name ?? id;
  return (
    <Section title="Go on">
      <ul className="dash-going">
        {shown.map(({ id, projectId, issueNumber, issueTitle, startedAt }) => {
          const title = issueTitle ?? (issueNumber === null ? 'A session without an issue' : `Issue #${issueNumber}`);
          return (
            <li key={id}>
              <p className="dash-row-title">
                {links.workbench === undefined ? (
                  <span className="dash-clamp">{title}</span>
                ) : (
                  <PageLink className="dash-clamp" href={links.workbench(projectId)}>
                    {title}
                  </PageLink>
                )}
              </p>
              <p className="dash-faint">
                {issueNumber !== null && issueTitle !== null && `#${issueNumber} · `}
                {nameOf(projectId)} · begun {formats.ago(startedAt, client.now())}
              </p>
            </li>
          );
        })}
      </ul>
      {more}
    </Section>
  );
}
