import { useEffect, useRef } from 'react';
import { prefersLessMotion } from '../../client/browser/page.js';
import { Icon } from '../parts/icons.js';
import { throwConfetti } from './confetti.js';
import { Told, useTold } from './Told.js';

/** How long the badge stays in milliseconds. */
const SHOWN_FOR_MS = 5000;

interface CelebrationProps {
  readonly exerciseId: string;
  readonly xp: number;
  readonly onDone: () => void;
}

/** Celebrates a completed exercise. Whoever prefers less motion gets only the badge, which does not move. */
export function Celebration({ exerciseId, xp, onDone }: CelebrationProps) {
  const standing = useTold(exerciseId);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const timer = setTimeout(onDone, SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [onDone]);
  useEffect(() => {
    if (canvas.current === null || prefersLessMotion()) return undefined;
    return throwConfetti(canvas.current);
  }, []);
  return (
    <div className="practice-celebration">
      <canvas ref={canvas} />
      <p className="practice-celebration-badge">
        <Icon name="star" />
        Exercise complete
        {xp > 0 && <strong>{`+${xp} XP`}</strong>}
        {standing && <Told standing={standing} />}
      </p>
    </div>
  );
}
