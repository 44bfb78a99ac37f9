import type { RegistryEntry } from '@agent-factory/protocol';
import type { SiteLinks } from './props.js';
import { SiteLink } from './SiteLink.js';
import { useListedExercise } from './use-listed-exercise.js';

interface NextExerciseProps {
  readonly exercise: RegistryEntry;
  readonly links: SiteLinks;
}

/** Offers the lesson of the next exercise; after the last one, or where the next is broken, the overview. */
export function NextExercise({ exercise, links }: NextExerciseProps) {
  const { state, exercise: next } = useListedExercise(exercise.next);
  const { lessonUrl, progressUrl, onFollow } = links;
  if (state === 'loading') return null;
  const url = next !== undefined && next.unavailable === undefined ? lessonUrl?.(next) : undefined;
  if (next !== undefined && url !== undefined) {
    return (
      <p className="practice-next">
        <SiteLink className="practice-action practice-next-link" href={url} onFollow={onFollow}>
          Next: {next.title}
        </SiteLink>
      </p>
    );
  }
  if (progressUrl === undefined) return null;
  return (
    <p className="practice-next">
      <SiteLink className="practice-action practice-next-link" href={progressUrl} onFollow={onFollow}>
        See your progress
      </SiteLink>
    </p>
  );
}
