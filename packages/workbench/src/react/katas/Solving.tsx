import type { Kata } from '@agent-factory/protocol/mind';
import { useRef, useState } from 'react';
import type { ColourScheme } from '../../editor/types.js';
import { useSelected, useWorkbench } from '../context.js';
import { Attempts } from './Attempts.js';
import { Constraints } from './Constraints.js';
import { ReviewCard } from './ReviewCard.js';
import { type SolutionControls, SolutionEditor } from './SolutionEditor.js';

interface SolvingProps {
  readonly kata: Kata;
  readonly colourScheme: ColourScheme;
}

const NOTHING: ReadonlySet<string> = new Set();

/** The student's side of a kata: under which constraints, with which code, and what came of it. */
export function Solving({ kata, colourScheme }: SolvingProps) {
  const workbench = useWorkbench();
  const isAsked = useSelected((state) => state.katas.open?.review?.status === 'asked');
  const [chosen, setChosen] = useState(NOTHING);
  const solution = useRef<SolutionControls>(null);
  const { id, constraints, scaffoldingCode, attempts } = kata;
  const submit = () => {
    if (!isAsked && solution.current) workbench.submitSolution(solution.current.text(), [...chosen]);
  };
  return (
    <>
      <Constraints constraints={constraints} chosen={chosen} onChoose={setChosen} />
      <section className="wb-section" aria-label="Your solution">
        <h4>Your solution</h4>
        <SolutionEditor kataId={id} scaffold={scaffoldingCode} colourScheme={colourScheme} controls={solution} />
        <div className="wb-line">
          <button
            type="button"
            className="practice-action"
            data-kind="primary"
            aria-disabled={isAsked}
            onClick={submit}
          >
            Hand it in
          </button>
          <button type="button" className="practice-action" onClick={() => solution.current?.replace(scaffoldingCode)}>
            Start over
          </button>
        </div>
      </section>
      <ReviewCard />
      <Attempts attempts={attempts} chosen={chosen} onTake={(code) => solution.current?.replace(code)} />
    </>
  );
}
