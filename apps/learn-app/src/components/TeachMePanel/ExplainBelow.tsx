import { useEffect, useState } from 'react';
import type { LessonExplain, LessonExplainProps } from '../LessonExplain';

interface ExplainBelowProps extends LessonExplainProps {
  /** Changes when the student goes on in the panel: a part that did not arrive is then asked for again. */
  readonly attempt: string;
}

/** What explains the marked passages of a lesson, loaded apart: the panel opens without it, and does what it can. */
export function ExplainBelow({ attempt, ...props }: ExplainBelowProps) {
  const [Loaded, setLoaded] = useState<typeof LessonExplain>();
  const isWanted = Loaded === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again.
  useEffect(() => {
    if (!isWanted) return undefined;
    let isCurrent = true;
    import('../LessonExplain').then(
      (part) => isCurrent && setLoaded(() => part.LessonExplain),
      () => {}, // the tab that needs the same parts says so
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, attempt]);
  return Loaded ? <Loaded {...props} /> : null;
}
