import type { DashboardMaterials } from '@agent-factory/protocol/mind';
import { useDashboard, useSnapshot } from '../context.js';
import { Empty, Trouble, Waiting } from '../parts/Quiet.js';
import { Heading, Section } from '../parts/Section.js';
import { WebLink } from '../parts/Text.js';

type Recommendation = DashboardMaterials['recommendations'][number];

const TYPES = { documentation: 'Documentation', article: 'Article', video: 'Video', tutorial: 'Tutorial' } as const;

/** What to read and watch against the gaps. Only with a project, and while a gap is open. */
export function Materials() {
  const { client } = useDashboard();
  const { materials } = useSnapshot();
  if (materials.status === 'absent') return null;
  const { status, value } = materials;
  const found = value?.recommendations ?? [];
  return (
    <Section title="To read and watch" about="Found on the web for the gaps that are open." busy={status === 'loading'}>
      <div className="dash-late">
        {status === 'failed' && <Trouble message={materials.message} onRetry={() => client.refreshMaterials()} />}
        {status === 'loading' && value === undefined && <Waiting words="Looking for materials" cards={2} />}
        {value !== undefined && found.length === 0 && (
          <Empty title="Nothing was found.">It is looked for again when you come back.</Empty>
        )}
        {found.length > 0 && (
          <ul className="dash-cards" data-wide="true">
            {found.map((each) => (
              <MaterialCard key={each.knowledgeGap} recommendation={each} />
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

function MaterialCard({ recommendation }: { readonly recommendation: Recommendation }) {
  const { knowledgeGap, resources, studyOrder, practiceConnection } = recommendation;
  return (
    <li className="dash-card">
      <Heading level={2} className="dash-card-title dash-clamp-2">
        {knowledgeGap}
      </Heading>
      <ol className="dash-resources">
        {resources.map(({ type, title, url, description, estimatedTime }) => (
          <li key={`${title}\n${url}`}>
            <WebLink url={url}>{title}</WebLink>
            <p className="dash-faint dash-clamp">
              {TYPES[type]}
              {estimatedTime !== '' && ` · ${estimatedTime}`}
            </p>
            {description !== '' && <p className="dash-soft dash-clamp-2">{description}</p>}
          </li>
        ))}
      </ol>
      {(studyOrder !== '' || practiceConnection !== null) && (
        <details className="dash-fold">
          <summary>
            In which order<span className="practice-visually-hidden">: {knowledgeGap}</span>
          </summary>
          <p className="dash-soft">{studyOrder}</p>
          {practiceConnection !== null && <p className="dash-soft">{practiceConnection}</p>}
        </details>
      )}
    </li>
  );
}
