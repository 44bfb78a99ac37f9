import type { ReactNode } from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import { ScrollBox } from '../ScrollBox.js';
import { CodeBlock } from './CodeBlock.js';
import { MarkerBadge } from './MarkerBadge.js';
import { MARKER_PROPERTY } from './remark-markers.js';
import { safeLink } from './safe-link.js';

const LANGUAGE = /^language-(.+)$/;

/** How each part of an agent's Markdown is drawn. A message stands below a heading of the third level. */
export const ELEMENTS: Components = {
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  // Nothing is fetched because an agent names it: an address can carry away what the agent knows.
  img: ({ src, alt }) => <SafeLink href={typeof src === 'string' ? src : undefined}>Image: {alt || src}</SafeLink>,
  h1: ({ children }) => <h4>{children}</h4>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
  h6: ({ children }) => <h6>{children}</h6>,
  input: ({ checked }) => <input type="checkbox" checked={checked} disabled aria-label={checked ? 'Done' : 'To do'} />,
  pre: Code,
  span: Span,
  table: ({ children }) => (
    <ScrollBox label="Table" className="practice-chat-table">
      <table>{children}</table>
    </ScrollBox>
  ),
};

function SafeLink({ href = '', children }: { readonly href?: string | undefined; readonly children?: ReactNode }) {
  const address = safeLink(href);
  if (address === undefined) return <span title={href}>{children}</span>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="practice-visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}

/** Markdown has no spans of its own: this is a marker. */
function Span({ node, children }: ExtraProps & { readonly children?: ReactNode }) {
  const marker = node?.properties[MARKER_PROPERTY];
  return typeof marker === 'string' ? <MarkerBadge text={marker} /> : <span>{children}</span>;
}

/** A block of code. Its text and language are in the tree that it was made from. */
function Code({ node }: ExtraProps) {
  const code = node?.children[0];
  if (code?.type !== 'element') return null;
  const text = code.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
  const classes = code.properties.className;
  const [, language] = LANGUAGE.exec(Array.isArray(classes) ? String(classes[0]) : '') ?? [];
  return <CodeBlock code={text.replace(/\n$/, '')} language={language} />;
}
