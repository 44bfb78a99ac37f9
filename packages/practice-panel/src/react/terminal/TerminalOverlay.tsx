import type { ReactNode } from 'react';
import type { ConnectionState } from '../../client/terminal/connection-state.js';
import type { TerminalConnection } from '../../client/terminal/terminal-connection.js';
import { Countdown } from './Countdown.js';
import { END_REASONS, LOST, UNREACHABLE } from './words.js';

/** From this attempt on, the wait (four seconds or more) is long enough to press a button. */
const FIRST_LONG_WAIT = 3;

interface TerminalOverlayProps {
  readonly state: ConnectionState;
  readonly session: TerminalConnection;
  readonly onRestart?: (() => void) | undefined;
  readonly onClose?: (() => void) | undefined;
}

/** What covers the terminal while the student cannot type into it. */
export function TerminalOverlay({ state, session, onRestart, onClose }: TerminalOverlayProps) {
  switch (state.status) {
    case 'attached':
    case 'idle':
      return null;
    case 'connecting':
      return <Overlay quiet title="Connecting…" />;
    case 'reconnecting':
      return (
        <Overlay quiet title="Reconnecting…">
          <Countdown
            key={`${state.attempt}-${state.nextDelayMs}`}
            attempt={state.attempt}
            delayMs={state.nextDelayMs}
          />
          {state.attempt >= FIRST_LONG_WAIT && <Action onClick={() => session.retry()} text="Try now" />}
        </Overlay>
      );
    case 'lost':
      return (
        <Overlay title="Connection lost" text={state.message ?? `${LOST} ${UNREACHABLE}`}>
          <Action primary onClick={() => session.retry()} text="Reconnect" />
          {onClose && <Action onClick={onClose} text="Close" />}
        </Overlay>
      );
    case 'ended':
      return (
        <Overlay title="Session ended" text={END_REASONS[state.reason]}>
          {onRestart && <Action primary onClick={onRestart} text="Start again" />}
          {onClose && <Action onClick={onClose} text="Close" />}
        </Overlay>
      );
  }
}

interface OverlayProps {
  readonly title: string;
  readonly text?: string;
  /** Lets the screen show through: this state passes by itself. */
  readonly quiet?: boolean;
  readonly children?: ReactNode;
}

function Overlay({ title, text, quiet = false, children }: OverlayProps) {
  return (
    <div className="practice-overlay" data-quiet={quiet}>
      <div className="practice-overlay-card">
        <p className="practice-overlay-title">{title}</p>
        {text && <p className="practice-overlay-text">{text}</p>}
        {children && <div className="practice-overlay-actions">{children}</div>}
      </div>
    </div>
  );
}

interface ActionProps {
  readonly text: string;
  readonly onClick: () => void;
  readonly primary?: boolean;
}

function Action({ text, onClick, primary = false }: ActionProps) {
  return (
    <button type="button" className="practice-action" data-kind={primary ? 'primary' : 'plain'} onClick={onClick}>
      {text}
    </button>
  );
}
