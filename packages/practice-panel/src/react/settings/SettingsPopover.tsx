import { type ReactNode, useState } from 'react';
import { pageSettings } from '../../client/settings/settings.js';
import { Popover } from '../parts/Popover.js';
import { ChoiceField } from './ChoiceField.js';
import { BELL_NAMES, CURSOR_NAMES, RENDERER_NAMES, SCROLLBACK_NAMES, THEME_NAMES } from './choices.js';
import { FontField } from './FontField.js';
import { NotifyField } from './NotifyField.js';
import { SizeField } from './SizeField.js';
import { SwitchField } from './SwitchField.js';
import { useSettings } from './use-settings.js';

/** How the student wants their terminals. Every change shows at once, and there is nothing to save. */
export function SettingsPopover({ children }: { readonly children?: ReactNode }) {
  return (
    <Popover label="Terminal settings" icon="settings" kind="dialog">
      {(close) => <SettingsForm onClose={close}>{children}</SettingsForm>}
    </Popover>
  );
}

function SettingsForm({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  const settings = useSettings();
  const { change, reset } = pageSettings();
  const [resets, setResets] = useState(0);
  return (
    <div className="practice-settings">
      <FontField key={resets} value={settings.fontFamily} onChange={(fontFamily) => change({ fontFamily })} />
      <SizeField value={settings.fontSize} onChange={(fontSize) => change({ fontSize })} />
      <ChoiceField
        label="Colours"
        choices={THEME_NAMES}
        value={settings.theme}
        onChange={(theme) => change({ theme })}
      />
      <ChoiceField
        label="Cursor"
        choices={CURSOR_NAMES}
        value={settings.cursorStyle}
        onChange={(cursorStyle) => change({ cursorStyle })}
      />
      <SwitchField
        label="Blinking cursor"
        value={settings.cursorBlink}
        onChange={(cursorBlink) => change({ cursorBlink })}
      />
      <ChoiceField label="Bell" choices={BELL_NAMES} value={settings.bell} onChange={(bell) => change({ bell })} />
      <ChoiceField
        label="Scroll back"
        choices={SCROLLBACK_NAMES}
        value={settings.scrollback}
        onChange={(scrollback) => change({ scrollback })}
      />
      <ChoiceField
        label="Drawn by"
        choices={RENDERER_NAMES}
        value={settings.renderer}
        onChange={(renderer) => change({ renderer })}
      />
      <SwitchField
        label="Screen reader support"
        value={settings.screenReader}
        onChange={(screenReader) => change({ screenReader })}
      />
      <NotifyField />
      {children}
      <div className="practice-settings-actions">
        <button
          type="button"
          className="practice-action"
          onClick={() => {
            reset();
            setResets(resets + 1);
          }}
        >
          Reset to defaults
        </button>
        <button type="button" className="practice-action" data-kind="primary" onClick={onClose}>
          Done
        </button>
      </div>
    </div>
  );
}
