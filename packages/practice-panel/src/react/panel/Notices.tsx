import type { ReactNode } from 'react';
import type { NoticeBar, Task } from '../../client/journey/notices.js';
import { textsFact } from '../../client/server/facts.js';
import { claimedWords, type Refusal, refusalReason } from '../../client/stages/refusal.js';
import { Commands } from '../parts/CommandLine.js';
import { Icon } from '../parts/icons.js';

interface NoticesProps {
  readonly notices: readonly NoticeBar[];
  readonly onDismiss: (id: string) => void;
}

const TASK_WORDS: Readonly<Record<Task, string>> = { reset: 'Reset', finish: 'Finish', switch: 'Changing the agent' };

/** Bars above the terminal for what the student should know while the exercise goes on. */
export function Notices({ notices, onDismiss }: NoticesProps) {
  if (notices.length === 0) return null;
  return (
    <ul className="practice-notices" aria-label="Notices">
      {notices.map((bar) => (
        <li key={bar.id} className="practice-notice" data-kind={bar.kind} data-tone={toneOf(bar)}>
          <Icon name="info" />
          <div className="practice-notice-body">{describe(bar)}</div>
          <button
            type="button"
            className="practice-icon-button"
            aria-label="Dismiss this notice"
            onClick={() => onDismiss(bar.id)}
          >
            <Icon name="cross" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function toneOf(bar: NoticeBar): 'info' | 'warning' | 'danger' {
  if (bar.kind === 'task_failed') return 'danger';
  const needsAction = bar.id === 'not_signed_in' || (bar.kind === 'agent_exited' && bar.exit.early);
  return needsAction ? 'warning' : 'info';
}

function describe(bar: NoticeBar): ReactNode {
  switch (bar.kind) {
    case 'notice':
      return <Told message={bar.notice.message} commands={bar.notice.commands} />;
    case 'agent_exited':
      return <Told message={bar.exit.message} commands={bar.exit.commands} />;
    case 'network':
      return <p>The programs of this exercise need the internet. Its checks do not.</p>;
    case 'archived':
      return (
        <p>
          Your earlier work is archived in <code>{bar.path}</code>
        </p>
      );
    case 'stage_refused':
      return <RefusedClaim refusal={bar.refusal} />;
    case 'task_failed':
      return (
        <Told
          message={`${TASK_WORDS[bar.task]} did not work: ${bar.error.message}`}
          commands={textsFact(bar.error, 'commands')}
        />
      );
    case 'update':
      return <Update update={bar.update} />;
  }
}

/**
 * What the tutor has said of a stage, and why it does not count yet. In one line, of which a phone has to show the
 * criterion; the list of stages has it all.
 */
function RefusedClaim({ refusal }: { readonly refusal: Refusal }) {
  const words = `${claimedWords(refusal)}: not yet. ${refusalReason(refusal)}`;
  return (
    <p className="practice-notice-line" title={words}>
      {words}
    </p>
  );
}

function Told({ message, commands }: { readonly message: string; readonly commands: readonly string[] }) {
  return (
    <>
      <p>{message}</p>
      <Commands commands={commands} />
    </>
  );
}

function Update({ update }: { readonly update: Extract<NoticeBar, { kind: 'update' }>['update'] }) {
  return (
    <details className="practice-details">
      <summary>{`This exercise was updated to version ${update.to}.`}</summary>
      <dl className="practice-files">
        <Files label="Updated" paths={update.updated} />
        <Files label="Added" paths={update.added} />
        <Files label="Removed" paths={update.removed} />
        <Files label="Kept as you left them" paths={update.kept} />
      </dl>
    </details>
  );
}

function Files({ label, paths }: { readonly label: string; readonly paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <div>
      <dt>{label}</dt>
      {paths.map((path) => (
        <dd key={path}>
          <code>{path}</code>
        </dd>
      ))}
    </div>
  );
}
