import type { RegistryEntry } from '@agent-factory/protocol';
import { type ReactNode, useEffect, useRef } from 'react';
import type { SiteLinks } from '../props.js';
import { SiteLink } from './SiteLink.js';
import { useListedExercise } from './use-listed-exercise.js';

interface NextExerciseProps {
  readonly exercise: RegistryEntry;
  readonly links: SiteLinks;
}

/** Offers the lesson of the next exercise; after the last one, or if the next is broken, the overview. */
export function NextExercise({ exercise, links }: NextExerciseProps) {
  const { state, exercise: next } = useListedExercise(exercise.next);
  if (state === 'loading') return null;
  const { lessonUrl, progressUrl, onFollow } = links;
  const url = next !== undefined && next.unavailable === undefined ? lessonUrl?.(next) : undefined;
  if (next !== undefined && url !== undefined) {
    return (
      <Offer url={url} onFollow={onFollow}>
        Next: {next.title}
      </Offer>
    );
  }
  if (progressUrl === undefined) return null;
  return (
    <Offer url={progressUrl} onFollow={onFollow}>
      See your progress
    </Offer>
  );
}

interface OfferProps {
  readonly url: string;
  readonly onFollow: SiteLinks['onFollow'] | undefined;
  readonly children: ReactNode;
}

/** A link to go on, which scrolls itself into view even if the results were scrolled to their end. */
function Offer({ url, onFollow, children }: OfferProps) {
  const offer = useRef<HTMLParagraphElement>(null);
  // `void`: browsers now return a promise, which is not a clean-up function.
  useEffect(() => void offer.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <p ref={offer} className="practice-next">
      <SiteLink className="practice-action practice-next-link" href={url} onFollow={onFollow}>
        {children}
      </SiteLink>
    </p>
  );
}
