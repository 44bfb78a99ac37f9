import type { RegistryEntry } from '@agent-factory/protocol';
import { Told, useTold } from './Told.js';

/** What a finished exercise was worth, where there is a site that is told of it. */
export function FinishedXp({ exercise: { id, xpReward } }: { readonly exercise: RegistryEntry }) {
  const standing = useTold(id);
  if (standing === undefined) return null;
  return (
    <p className="practice-finished-xp" role="status">
      {xpReward > 0 && <strong>{`+${xpReward} XP · `}</strong>}
      <Told standing={standing} />
    </p>
  );
}
