import { useRemembered } from '../browser/use-remembered.js';
import { Icon } from '../parts/icons.js';
import { Popover } from '../parts/Popover.js';
import { editorSettings, MAX_FONT_SIZE, MIN_FONT_SIZE } from './editor-settings.js';

/** How the editor looks. */
export function SettingsMenu() {
  const settings = useRemembered(editorSettings);
  const { fontSize, lineWrapping } = settings;
  const resize = (size: number) => {
    if (size >= MIN_FONT_SIZE && size <= MAX_FONT_SIZE) editorSettings.change({ ...settings, fontSize: size });
  };
  return (
    <Popover label="Editor settings" icon="settings" kind="dialog">
      {() => (
        <div className="wb-menu-form">
          <label>
            <input
              type="checkbox"
              checked={lineWrapping}
              onChange={({ target }) => editorSettings.change({ ...settings, lineWrapping: target.checked })}
            />
            Wrap long lines
          </label>
          <fieldset className="wb-line wb-size">
            <legend>Text size</legend>
            <button
              type="button"
              className="practice-icon-button"
              aria-label="Smaller text"
              aria-disabled={fontSize <= MIN_FONT_SIZE}
              onClick={() => resize(fontSize - 1)}
            >
              <Icon name="minus" />
            </button>
            <output aria-live="polite">{fontSize} px</output>
            <button
              type="button"
              className="practice-icon-button"
              aria-label="Larger text"
              aria-disabled={fontSize >= MAX_FONT_SIZE}
              onClick={() => resize(fontSize + 1)}
            >
              <Icon name="plus" />
            </button>
          </fieldset>
        </div>
      )}
    </Popover>
  );
}
