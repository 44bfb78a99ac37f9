import { standingIn, type ToldStanding } from '../../client/completions/standing.js';
import { useOutbox } from './use-outbox.js';

/** How far the latest completion of an exercise has got to the site; undefined where there is nothing to say. */
export function useTold(exerciseId: string): ToldStanding | undefined {
  return standingIn(useOutbox().outbox, exerciseId);
}

/** Whether the site knows of a completion. */
export function Told({ standing }: { readonly standing: ToldStanding }) {
  return (
    <span className="practice-told" data-told={standing.status}>
      {wordsOf(standing)}
    </span>
  );
}

function wordsOf(standing: ToldStanding): string {
  switch (standing.status) {
    case 'telling':
      return 'telling the site…';
    case 'waiting':
      return 'will be told when the site answers';
    case 'told':
      return 'told to the site';
    case 'refused':
      return `the site did not take it: ${standing.why}`;
  }
}
