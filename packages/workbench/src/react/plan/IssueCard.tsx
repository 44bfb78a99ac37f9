import { useState } from 'react';
import { useSelected } from '../context.js';
import { Icon } from '../parts/icons.js';

/** Summaries beyond this many characters are folded at first. */
const LONG_SUMMARY = 220;

/** The issue that is worked on. */
export function IssueCard() {
  const issue = useSelected((state) => state.issue);
  const [unfolded, setUnfolded] = useState(false);
  if (issue === null) return null;
  const { number, title, summary, labels, url } = issue;
  const isLong = summary.length > LONG_SUMMARY;
  return (
    <section className="wb-section wb-issue" aria-label="Issue">
      <h4>
        {number > 0 && <span className="practice-muted">#{number} </span>}
        {title}
      </h4>
      {labels.length > 0 && (
        <ul className="wb-labels" aria-label="Labels">
          {labels.map((label) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
      )}
      <p className="wb-issue-summary" data-folded={isLong && !unfolded}>
        {summary}
      </p>
      <p className="wb-line">
        {isLong && (
          <button type="button" className="wb-link" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
            {unfolded ? 'Less' : 'More'}
          </button>
        )}
        <IssueLink url={url} />
      </p>
    </section>
  );
}

/** Only addresses of the web are followed: the agent gave it. */
function IssueLink({ url }: { readonly url: string }) {
  if (!/^https?:\/\//i.test(url)) return null;
  return (
    <a className="wb-issue-link" href={url} target="_blank" rel="noopener noreferrer">
      Open the issue
      <Icon name="external" />
      <span className="practice-visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
