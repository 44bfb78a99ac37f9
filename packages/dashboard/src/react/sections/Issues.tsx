import type { RecommendedIssue } from '@agent-factory/protocol/mind';
import { useState } from 'react';
import { useDashboard, useSnapshot } from '../context.js';
import { PageLink } from '../parts/PageLink.js';
import { Empty, Trouble, Waiting } from '../parts/Quiet.js';
import { Heading, Section } from '../parts/Section.js';
import { SUITABILITY_NAMES } from '../words/words.js';

/** As many as are in one row where there is room. */
const FIRST_ISSUES = 3;

/** What to work on next. Only a project has issues. */
export function Issues() {
  const { client } = useDashboard();
  const { issues, startProblem } = useSnapshot();
  const [all, setAll] = useState(false);
  if (issues.status === 'absent') return null;
  const { status, value } = issues;
  const found = value?.issues ?? [];
  const refresh = (
    <button
      type="button"
      className="dash-quiet-button"
      aria-disabled={status === 'loading'}
      onClick={() => status !== 'loading' && client.refreshIssues()}
    >
      {status === 'loading' && value !== undefined ? 'Looking…' : 'Look again'}
    </button>
  );
  return (
    <Section
      title="What to work on next"
      anchor="next"
      about={value?.advice ?? 'Open issues of this project, chosen for where you stand.'}
      actions={refresh}
      busy={status === 'loading'}
    >
      <div className="dash-late">
        {status === 'failed' && <Trouble message={issues.message} onRetry={() => client.refreshIssues()} />}
        {startProblem !== undefined && <Trouble message={startProblem} />}
        {status === 'loading' && value === undefined && <Waiting words="Choosing issues for you" />}
        {value !== undefined && found.length === 0 && (
          <Empty title="No open issues.">Issues that are opened on GitHub for this project are chosen from here.</Empty>
        )}
        {found.length > 0 && (
          <ul className="dash-cards" data-stale={status === 'loading'}>
            {(all ? found : found.slice(0, FIRST_ISSUES)).map((issue) => (
              <IssueCard key={issue.number} issue={issue} />
            ))}
          </ul>
        )}
        {!all && found.length > FIRST_ISSUES && (
          <button type="button" className="dash-more" onClick={() => setAll(true)}>
            Show {found.length - FIRST_ISSUES} more
          </button>
        )}
      </div>
    </Section>
  );
}

function IssueCard({ issue }: { readonly issue: RecommendedIssue }) {
  const { client, links } = useDashboard();
  const { starting } = useSnapshot();
  const [place, setPlace] = useState<string>();
  const { number, title, summary, suitability, suitabilityReason, relevantSkills, learningOpportunities } = issue;
  const work = async () => {
    const { projectId } = client;
    const isStarted = await client.startIssue(number, title);
    if (!isStarted || projectId === undefined || links.workbench === undefined) return;
    const url = links.workbench(projectId);
    if (links.inNewTab) setPlace(url);
    links.open?.(url);
  };
  return (
    <li className="dash-card">
      <p className="dash-card-top">
        <span className="dash-faint">#{number}</span>
        {suitability !== null && (
          <span className="dash-pill" data-kind={suitability}>
            {SUITABILITY_NAMES[suitability]}
          </span>
        )}
      </p>
      <Heading level={2} className="dash-card-title dash-clamp-2">
        {title}
      </Heading>
      {summary !== '' && <p className="dash-soft dash-clamp-3">{summary}</p>}
      {factorsOf(issue).length > 0 && <p className="dash-faint">{factorsOf(issue).join(' · ')}</p>}
      {(suitabilityReason !== '' || learningOpportunities.length > 0 || relevantSkills.length > 0) && (
        <details className="dash-fold">
          <summary>
            Why this one<span className="practice-visually-hidden">: #{number}</span>
          </summary>
          {suitabilityReason !== '' && <p className="dash-soft">{suitabilityReason}</p>}
          {learningOpportunities.length > 0 && (
            <ul className="dash-bullets">
              {learningOpportunities.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          )}
          {relevantSkills.length > 0 && <p className="dash-faint">{relevantSkills.join(' · ')}</p>}
        </details>
      )}
      <button
        type="button"
        className="practice-action"
        aria-disabled={starting !== undefined}
        onClick={() => void work()}
      >
        {starting === number ? 'Opening…' : 'Work on this'}
        <span className="practice-visually-hidden">
          : #{number} {title}
        </span>
      </button>
      {place !== undefined && (
        <p className="dash-faint" role="status">
          The session is about it now. <PageLink href={place}>Go to the Workbench</PageLink>
        </p>
      )}
    </li>
  );
}

function factorsOf({ estimatedDifficulty, priorityFactors }: RecommendedIssue): string[] {
  const { userTagged, similarToRecentWork, addressesKnowledgeGap, teamUrgency } = priorityFactors;
  return [
    estimatedDifficulty === null ? '' : (estimatedDifficulty[0]?.toUpperCase() ?? '') + estimatedDifficulty.slice(1),
    userTagged ? 'You are named' : '',
    addressesKnowledgeGap === true ? 'Closes a gap' : '',
    similarToRecentWork === true ? 'Like your recent work' : '',
    teamUrgency === 'high' ? 'Urgent for the team' : '',
  ].filter((each) => each !== '');
}
