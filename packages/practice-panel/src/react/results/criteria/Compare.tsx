import { type Criterion, placeIn } from '@agent-factory/protocol';
import { Fragment, useRef } from 'react';
import { useShowPlace } from '../show-place.js';
import { useScrolls } from './use-scrolls.js';
import { differInBlanks, piecesOf } from './whitespace.js';

/** What was expected beside what was found, and where. */
export function Compare({ criterion }: { readonly criterion: Criterion }) {
  const { name, expected, found, where } = criterion;
  if (expected === undefined && found === undefined && where === undefined) return null;
  const indents = differInBlanks(expected ?? '', found ?? '');
  return (
    <div className="practice-compare">
      {expected !== undefined && (
        <Side title="Expected" text={expected} indents={indents} criterion={name} kind="expected" />
      )}
      {found !== undefined && <Side title="Found" text={found} indents={indents} criterion={name} kind="found" />}
      {where !== undefined && <Where where={where} />}
    </div>
  );
}

/** A place in a file leads there, where something can show it. */
function Where({ where }: { readonly where: string }) {
  const show = useShowPlace();
  const place = placeIn(where);
  const text = <code>{where}</code>;
  return (
    <p className="practice-where">
      Where:{' '}
      {show && place ? (
        <button type="button" className="practice-place" onClick={() => show(place)} title="Open in the editor">
          {text}
        </button>
      ) : (
        text
      )}
    </p>
  );
}

interface SideProps {
  readonly title: string;
  readonly text: string;
  /** Whether the indents of its lines are marked. */
  readonly indents: boolean;
  readonly criterion: string;
  readonly kind: 'expected' | 'found';
}

/** A text that can be long: it scrolls, and so it must be reachable by keyboard. */
function Side({ title, text, indents, criterion, kind }: SideProps) {
  const content = useRef<HTMLPreElement>(null);
  const scrolls = useScrolls(content);
  return (
    <figure className="practice-side" data-kind={kind}>
      <figcaption>{title}</figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: a text is not a set of fields */}
      <pre ref={content} role="group" aria-label={`${title}: ${criterion}`} {...(scrolls && { tabIndex: 0 })}>
        {text === '' ? <i>nothing</i> : <Text text={text} indents={indents} />}
      </pre>
    </figure>
  );
}

/** Marks are drawn by the style sheet, so that what is copied or read aloud is the text itself. */
function Text({ text, indents }: Pick<SideProps, 'text' | 'indents'>) {
  return piecesOf(text, { indents }).map(({ text: piece, mark }, index) =>
    mark === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
      <Fragment key={index}>{piece}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
      <span key={index} className="practice-unseen" data-mark={mark}>
        {piece}
      </span>
    ),
  );
}
