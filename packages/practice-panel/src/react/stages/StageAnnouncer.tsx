import type { StagesState } from '../../client/stages/stage-board.js';

/** Announces each change of the stages once to a screen reader. */
export function StageAnnouncer({ news }: Pick<StagesState, 'news'>) {
  return (
    <p className="practice-visually-hidden" role="status">
      <span key={news.id}>{news.text}</span>
    </p>
  );
}
