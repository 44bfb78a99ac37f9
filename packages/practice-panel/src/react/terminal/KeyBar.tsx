import type { PointerEvent, ReactNode } from 'react';
import type { ScreenKey, ScreenKeys } from '../../terminal/input/screen-keys.js';
import { Icon } from '../parts/icons.js';
import { useSnapshot } from '../parts/use-snapshot.js';

/** The keys in their order: what each sends, what it shows, and its name if what it shows is not a word. */
const KEYS: readonly (readonly [key: ScreenKey, shown: string, name: string])[] = [
  ['Escape', 'Esc', 'Escape'],
  ['Tab', 'Tab', 'Tab'],
  ['Left', '←', 'Left'],
  ['Down', '↓', 'Down'],
  ['Up', '↑', 'Up'],
  ['Right', '→', 'Right'],
  ['|', '|', 'Vertical bar'],
  ['~', '~', 'Tilde'],
  ['/', '/', 'Slash'],
];

interface KeyBarProps {
  readonly keys: ScreenKeys | undefined;
  readonly onPaste: () => void;
}

/** Keys that an on-screen keyboard lacks. The style sheet shows them if the pointer is a finger. */
export function KeyBar({ keys, onPaste }: KeyBarProps) {
  return (
    // The bar is there before its terminal is, so that the terminal is laid out once.
    <div className="practice-key-bar" role="toolbar" aria-label="Keys">
      {keys && (
        <>
          {KEYS.slice(0, 2).map((key) => (
            <Key key={key[0]} of={key} keys={keys} />
          ))}
          <CtrlKey keys={keys} />
          {KEYS.slice(2).map((key) => (
            <Key key={key[0]} of={key} keys={keys} />
          ))}
          <KeyButton name="Paste" onPress={onPaste}>
            <Icon name="paste" />
          </KeyButton>
        </>
      )}
    </div>
  );
}

function Key({ of: [key, shown, name], keys }: { readonly of: (typeof KEYS)[number]; readonly keys: ScreenKeys }) {
  return (
    <KeyButton name={name} onPress={() => keys.press(key)}>
      {shown}
    </KeyButton>
  );
}

function CtrlKey({ keys }: { readonly keys: ScreenKeys }) {
  return (
    <KeyButton name="Ctrl, for the next key" isHeld={useSnapshot(keys)} onPress={() => keys.toggleCtrl()}>
      Ctrl
    </KeyButton>
  );
}

interface KeyButtonProps {
  readonly name: string;
  readonly isHeld?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** A tap leaves the focus where it is: a terminal that lost it would close the on-screen keyboard. */
function KeyButton({ name, isHeld, onPress, children }: KeyButtonProps) {
  const keepFocus = (event: PointerEvent) => event.preventDefault();
  return (
    <button
      type="button"
      className="practice-key"
      aria-label={name}
      aria-pressed={isHeld}
      onPointerDown={keepFocus}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
