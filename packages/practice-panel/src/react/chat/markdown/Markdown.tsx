import { memo } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { blocksOf } from './blocks.js';
import { ELEMENTS } from './elements.js';
import { remarkMarkers } from './remark-markers.js';

const PLUGINS = [remarkGfm, remarkMarkers];

/** An agent's words. HTML in them is text like any other. As they arrive, only the last block is drawn anew. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div className="practice-chat-text">
      {blocksOf(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever join the end
        <Block key={index} text={block} />
      ))}
    </div>
  );
}

const Block = memo(function Block({ text }: { readonly text: string }) {
  return (
    <ReactMarkdown components={ELEMENTS} remarkPlugins={PLUGINS} urlTransform={asWritten}>
      {text}
    </ReactMarkdown>
  );
});

/** What may be followed is decided where a link is drawn, which also knows what to draw instead. */
function asWritten(url: string): string {
  return url;
}
