import { useRemembered } from '../react/browser/use-remembered.js';
import { Popover } from '../react/parts/Popover.js';
import { THEME_CHOICES, type ThemeChoice, themeChoice } from './theme.js';

const NAMES: Readonly<Record<ThemeChoice, string>> = { system: 'As the system', light: 'Light', dark: 'Dark' };

/** Light or dark. */
export function ThemeMenu() {
  const chosen = useRemembered(themeChoice);
  return (
    <Popover label="Colours" icon="contrast" kind="dialog">
      {() => (
        <div className="wb-menu-form">
          <fieldset>
            <legend>Colours</legend>
            {THEME_CHOICES.map((choice) => (
              <label key={choice}>
                <input
                  type="radio"
                  name="wb-theme"
                  checked={choice === chosen}
                  onChange={() => themeChoice.change(choice)}
                />
                {NAMES[choice]}
              </label>
            ))}
          </fieldset>
        </div>
      )}
    </Popover>
  );
}
