import { type RefObject, useEffect, useRef } from 'react';
import type { FilePlace } from '../../client/where.js';
import type { EditorModule } from '../../editor/load.js';
import type { ColourScheme, Look } from '../../editor/types.js';
import { useRemembered } from '../browser/use-remembered.js';
import { useWorkbench } from '../context.js';
import { mayFocus } from '../parts/pass-focus.js';
import { useLatest } from '../parts/use-latest.js';
import { editorSettings } from '../settings/editor-settings.js';
import { EditorBinding } from './binding.js';
import type { Cursor } from './cursor.js';

/** What was asked of the editor before it was there. */
export interface Wishes {
  /** A file in which the keyboard is wanted. */
  focus?: string | undefined;
  place?: FilePlace | undefined;
}

interface BindingNeeds {
  readonly module: EditorModule | undefined;
  readonly host: RefObject<HTMLElement | null>;
  readonly colourScheme: ColourScheme;
  readonly cursor: Cursor;
  readonly announce: (words: string) => void;
  readonly wishes: Wishes;
}

/** How the student and the page want code to look. */
export function useLook(
  colourScheme: ColourScheme,
): Required<Pick<Look, 'fontSize' | 'lineWrapping' | 'colourScheme'>> {
  const { fontSize, lineWrapping } = useRemembered(editorSettings);
  return { fontSize, lineWrapping, colourScheme };
}

/** Keeps an editor in the host for as long as both are there. */
export function useBinding({ module, host, colourScheme, cursor, announce, wishes }: BindingNeeds) {
  const workbench = useWorkbench();
  const binding = useRef<EditorBinding>(undefined);
  const look = useLook(colourScheme);
  const latest = useLatest({ look, announce });
  useEffect(() => {
    if (module === undefined || host.current === null) return undefined;
    const made = new EditorBinding({
      ...{ workbench, module, cursor, mayFocus },
      host: host.current,
      look: latest.current.look,
      announce: (words) => latest.current.announce(words),
    });
    binding.current = made;
    const { focus, place } = wishes;
    if (place !== undefined) made.reveal(place);
    if (focus !== undefined && mayFocus()) made.focusOn(focus);
    wishes.focus = undefined;
    wishes.place = undefined;
    return () => {
      made.dispose();
      binding.current = undefined;
    };
  }, [workbench, module, host, cursor, latest, wishes]);
  useEffect(
    () =>
      workbench.on((event) => {
        if (event.type === 'reveal' && binding.current === undefined) wishes.place = { path: event.path, ...event.at };
      }),
    [workbench, wishes],
  );
  const { fontSize, lineWrapping } = look;
  useEffect(
    () => binding.current?.editor.setOptions({ fontSize, lineWrapping, colourScheme }),
    [fontSize, lineWrapping, colourScheme],
  );
  return binding;
}
