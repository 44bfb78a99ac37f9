import type { DashboardState } from '@agent-factory/protocol/mind';
import { ShareBar } from '../charts/ShareBar.js';
import { Empty } from '../parts/Quiet.js';
import { Section } from '../parts/Section.js';
import { useShown } from '../parts/use-shown.js';
import { useFormats } from '../words/formats.js';
import { counted } from '../words/words.js';

const FIRST_SKILLS = 8;

/** With how much help each skill was shown, and how much of solutions tutors have told. */
export function Independence({
  independence,
  solutionLinesTold,
}: Pick<DashboardState, 'independence' | 'solutionLinesTold'>) {
  const { number } = useFormats();
  const { shown, more } = useShown(independence, FIRST_SKILLS);
  return (
    <Section title="By yourself">
      {independence.length === 0 ? (
        <Empty title="Nothing is done yet.">
          Each phase of a plan and each criterion of an exercise counts here: done alone, with hints, or with the
          solution.
        </Empty>
      ) : (
        <>
          <ul className="dash-legend" aria-hidden="true">
            <li data-rank="0">Alone</li>
            <li data-rank="1">With hints</li>
            <li data-rank="2">With the solution</li>
          </ul>
          <ul className="dash-rows">
            {shown.map(({ skill, alone, withHints, withSolution }) => {
              const words = `${number(alone)} alone, ${number(withHints)} with hints, ${number(withSolution)} with the solution`;
              return (
                <li key={skill} className="dash-independence">
                  <span className="dash-clamp" title={skill}>
                    {skill}
                  </span>
                  <ShareBar
                    label={words}
                    shares={[
                      { name: 'alone', value: alone },
                      { name: 'hints', value: withHints },
                      { name: 'solution', value: withSolution },
                    ]}
                  />
                  <span className="dash-counts" aria-hidden="true">
                    {number(alone)} · {number(withHints)} · {number(withSolution)}
                  </span>
                </li>
              );
            })}
          </ul>
          {more}
        </>
      )}
      {solutionLinesTold > 0 && (
        <p className="dash-note">
          Your tutor told you, or tried to tell you, {counted(solutionLinesTold, number, 'line')} of a solution. You
          learn more where it only guides: say so in its terminal.
        </p>
      )}
    </Section>
  );
}
