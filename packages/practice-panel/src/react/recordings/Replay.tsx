import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { prefersLessMotion } from '../../client/browser/page.js';
import type { Cast } from '../../client/recordings/cast.js';
import { Player } from '../../client/recordings/player.js';
import { themeOf } from '../../terminal/drawing/theme-of.js';
import { mountReplay, type ReplayTerminal } from '../../terminal/replay/replay-terminal.js';
import type { Theme } from '../props.js';
import { useSettings } from '../settings/use-settings.js';
import { ReplayControls } from './ReplayControls.js';
import { ReplaySearch } from './ReplaySearch.js';
import { handleReplayKey } from './replay-keys.js';

export interface ReplayProps {
  readonly cast: Cast;
  readonly theme: Theme;
  readonly serverUrl: string;
}

/** A recording in a terminal as the panel draws it, and the controls below it. */
export function Replay({ cast, theme, serverUrl }: ReplayProps) {
  const host = useRef<HTMLElement>(null);
  const shownTheme = themeOf(useSettings(), theme);
  const mounted = useMounted({ cast, theme, serverUrl }, host);
  const handleKey = (event: KeyboardEvent) => mounted && handleReplayKey(event, mounted.player);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its keys are those of the controls in it
    <div className="practice-replay-stage" onKeyDown={handleKey}>
      <section
        ref={host}
        className="practice-replay-host"
        data-practice-replay=""
        data-theme={shownTheme}
        aria-label="The recorded terminal"
      />
      {mounted && <ReplayControls player={mounted.player} />}
      {mounted && <ReplaySearch cast={cast} player={mounted.player} screen={mounted.screen} serverUrl={serverUrl} />}
    </div>
  );
}

interface Mounted {
  readonly player: Player;
  readonly screen: ReplayTerminal;
}

/** The terminal and its player, for as long as the replay is there. It plays at once, unless less motion is wanted. */
function useMounted({ cast, theme, serverUrl }: ReplayProps, host: { current: HTMLElement | null }) {
  const [mounted, setMounted] = useState<Mounted>();
  const latestTheme = useRef(theme);
  latestTheme.current = theme;
  useEffect(() => {
    if (host.current === null) return undefined;
    const screen = mountReplay({ host: host.current, serverUrl, theme: latestTheme.current });
    const player = new Player(cast, screen);
    if (!prefersLessMotion()) player.play();
    setMounted({ player, screen });
    return () => {
      player.dispose();
      screen.dispose();
    };
  }, [cast, serverUrl, host]);
  useEffect(() => mounted?.screen.setTheme(theme), [mounted, theme]);
  return mounted;
}
