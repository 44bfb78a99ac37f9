import { memo, useMemo } from 'react';
import { htmlOfWords } from '../../view/markdown.js';

/** Markdown of an agent. */
export const Prose = memo(function Prose({ text }: { text: string }) {
  const html = useMemo(() => ({ __html: htmlOfWords(text) }), [text]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `htmlOfWords` renders HTML as text
  return <div className="prose" dangerouslySetInnerHTML={html} />;
});
