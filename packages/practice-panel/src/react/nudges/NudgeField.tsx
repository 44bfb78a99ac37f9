import type { NudgeControl } from '../../client/nudges/nudge-control.js';
import { useSnapshot } from '../parts/use-snapshot.js';
import { ChoiceField } from '../settings/ChoiceField.js';
import { MUTED_NAMES } from './words.js';

/** Whether the student wants nudges, where the exercise has any. */
export function NudgeField({ control }: { readonly control: NudgeControl }) {
  const { settings } = useSnapshot(control);
  if (settings === undefined || settings.mode === 'off') return null;
  return (
    <ChoiceField
      label="Suggestions"
      choices={MUTED_NAMES}
      value={settings.muted}
      onChange={(muted) => void control.mute(muted)}
    />
  );
}
