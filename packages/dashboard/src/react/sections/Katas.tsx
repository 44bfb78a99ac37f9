import type { KataOutline } from '@agent-factory/protocol/mind';
import { MAX_LEVEL } from '@agent-factory/protocol/mind';
import { useDashboard, useSnapshot } from '../context.js';
import { PageLink } from '../parts/PageLink.js';
import { Empty } from '../parts/Quiet.js';
import { Section } from '../parts/Section.js';
import { Ticks } from '../parts/Ticks.js';
import { useShown } from '../parts/use-shown.js';
import { useFormats } from '../words/formats.js';
import { counted } from '../words/words.js';

const FIRST_KATAS = 6;

/** Exercises against gaps, and how far the learner has come in each. */
export function Katas({ katas }: { readonly katas: readonly KataOutline[] }) {
  const { client, links } = useDashboard();
  const { projects } = useSnapshot();
  const formats = useFormats();
  const { shown, more } = useShown(katas, FIRST_KATAS);
  // A kata is of no project: any one has a Workbench for it.
  const project = client.projectId ?? projects.value?.[0]?.id;
  const about = katas.length > 0 ? 'Small exercises, each against a gap. They open in the Workbench.' : undefined;
  return (
    <Section title="Katas" about={about}>
      {katas.length === 0 ? (
        <Empty title="No katas yet.">
          When a session has shown a gap, your coach writes a small exercise against it.
        </Empty>
      ) : (
        <>
          <ul className="dash-rows">
            {shown.map(({ id, title, topic, attemptsCount, bestLevel, constraintCount }) => (
              <li key={id} className="dash-kata">
                <p className="dash-row-title">
                  {project !== undefined && links.workbench !== undefined ? (
                    <PageLink className="dash-clamp" href={links.workbench(project, id)}>
                      {title}
                    </PageLink>
                  ) : (
                    <span className="dash-clamp">{title}</span>
                  )}
                  <Ticks
                    value={bestLevel ?? 0}
                    of={MAX_LEVEL}
                    label={bestLevel === null ? 'No level yet' : `Best level ${bestLevel} of ${MAX_LEVEL}`}
                  />
                </p>
                <p className="dash-faint dash-clamp">
                  {bestLevel === null
                    ? 'Not tried yet'
                    : `Level ${bestLevel}, ${counted(attemptsCount, formats.number, 'attempt')}`}
                  {constraintCount > 0 && ` · ${counted(constraintCount, formats.number, 'harder way')}`} · {topic}
                </p>
              </li>
            ))}
          </ul>
          {more}
        </>
      )}
    </Section>
  );
}
