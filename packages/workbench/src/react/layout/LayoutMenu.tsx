import { Popover } from '../parts/Popover.js';
import { PANE_NAMES } from './pane-names.js';
import { PRESET_IDS, PRESET_NAMES } from './presets.js';
import type { Layout } from './use-layout.js';

/** Where the parts of the page are, and which are shown. */
export function LayoutMenu({ layout }: { readonly layout: Layout }) {
  return (
    <Popover label="Layout" icon="layout" kind="dialog">
      {() => (
        <div className="wb-menu-form">
          {layout.available.includes('terminal') && <Arrange layout={layout} />}
          <fieldset>
            <legend>Show</legend>
            {layout.available.map((pane) => (
              <label key={pane}>
                <input
                  type="checkbox"
                  checked={!layout.choice.hidden.includes(pane)}
                  onChange={() => layout.toggle(pane)}
                />
                {PANE_NAMES[pane]}
              </label>
            ))}
          </fieldset>
        </div>
      )}
    </Popover>
  );
}

/** The arrangements differ in where the terminal is. */
function Arrange({ layout }: { readonly layout: Layout }) {
  return (
    <fieldset>
      <legend>Arrange</legend>
      {PRESET_IDS.map((preset) => (
        <label key={preset}>
          <input
            type="radio"
            name="wb-preset"
            checked={layout.choice.preset === preset}
            onChange={() => layout.choose(preset)}
          />
          {PRESET_NAMES[preset]}
        </label>
      ))}
    </fieldset>
  );
}
