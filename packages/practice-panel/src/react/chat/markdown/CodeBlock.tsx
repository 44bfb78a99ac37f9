import { CopyButton } from '../../parts/CopyButton.js';
import { ScrollBox } from '../ScrollBox.js';

interface CodeBlockProps {
  readonly code: string;
  readonly language?: string | undefined;
}

/** Code with its language and a button that copies it. */
export function CodeBlock({ code, language }: CodeBlockProps) {
  const name = language ?? 'code';
  return (
    <div className="practice-chat-code">
      <div className="practice-chat-code-head">
        <span>{name}</span>
        <CopyButton text={code} what={language === undefined ? 'the code' : `the ${language} code`} />
      </div>
      <ScrollBox label={`Block of ${name}`} className="practice-chat-code-lines">
        <pre>
          <code>{code}</code>
        </pre>
      </ScrollBox>
    </div>
  );
}
