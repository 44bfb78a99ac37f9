import { type ThemeChoice as Choice, THEME_CHOICES, themeChoice, useRemembered } from '@agent-factory/workbench/base';

const NAMES: Readonly<Record<Choice, string>> = { system: 'As the system', light: 'Light', dark: 'Dark' };

/** Light or dark: the same choice as that of the Workbench. */
export function ThemeChoice() {
  const chosen = useRemembered(themeChoice);
  return (
    <label className="dash-theme">
      <span className="practice-visually-hidden">Colours</span>
      <select
        value={chosen}
        onChange={({ target }) => themeChoice.change(THEME_CHOICES.find((each) => each === target.value) ?? 'system')}
      >
        {THEME_CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {NAMES[choice]}
          </option>
        ))}
      </select>
    </label>
  );
}
