import { badgeText, parseMarker } from '@agent-factory/protocol/stages';
import { useMarkerStates } from './marker-context.js';

/** A marker of the tutor's, as a quiet badge. */
export function MarkerBadge({ text }: { readonly text: string }) {
  const stateOf = useMarkerStates();
  const marker = parseMarker(text);
  if (marker === undefined) return text;
  const state = stateOf(marker);
  return (
    <span className="practice-chat-marker" data-state={state}>
      {badgeText(marker, state)}
    </span>
  );
}
