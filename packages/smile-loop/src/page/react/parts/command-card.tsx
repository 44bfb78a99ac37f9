import type { Command } from '../../../contract/agents.js';
import { withoutControls } from '../../../report/shorten.js';
import { durationOf } from '../../view/words.js';
import { LineLink } from './line-link.js';

type Ended = Pick<Command, 'exitCode' | 'output'> & Partial<Pick<Command, 'durationMs' | 'timedOut'>>;

interface CommandCardProps {
  readonly command: string;
  /** Absent while it runs. */
  readonly ended?: Ended | undefined;
  readonly line?: number | undefined;
}

/** A command as in a terminal, with what it printed. */
export function CommandCard({ ended, line, ...told }: CommandCardProps) {
  const command = withoutControls(told.command);
  const output = withoutControls(ended?.output ?? '').trimEnd();
  return (
    <figure className={`command ${stateOf(ended)}`}>
      <figcaption>
        <code>{command}</code>
        <span className="end">
          {line !== undefined && <LineLink line={line} />} {wordsOf(ended)}
        </span>
      </figcaption>
      {output.trim() !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
        <pre tabIndex={0} role="group" aria-label={`Output of ${command.slice(0, 80)}`}>
          {output}
        </pre>
      )}
    </figure>
  );
}

function stateOf(ended: Ended | undefined): string {
  if (ended === undefined) return 'running';
  return ended.exitCode === 0 ? 'fine' : 'bad';
}

function wordsOf(ended: Ended | undefined): string {
  if (ended === undefined) return 'running…';
  const { exitCode, durationMs, timedOut } = ended;
  const time = durationMs === undefined ? '' : durationOf(durationMs);
  if (timedOut) return `ended after ${time}`;
  if (exitCode === null) return 'ended';
  return exitCode === 0 ? time : [`exit ${exitCode}`, time].filter(Boolean).join(', ');
}
