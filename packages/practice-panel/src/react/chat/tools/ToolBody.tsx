import type { ToolItem } from '@agent-factory/protocol/conversations';
import { drawnText } from '../drawn-text.js';
import { ScrollBox } from '../ScrollBox.js';
import { withoutAnsi } from './ansi.js';
import { EditDiffView } from './EditDiffView.js';
import { FoldedText } from './FoldedText.js';

/** What a tool did, as far as it is worth showing at once. */
export function ToolBody({ tool }: { readonly tool: ToolItem }) {
  const { kind, command, edits = [] } = tool.detail;
  if (edits.length > 0) return edits.map((edit) => <EditDiffView key={edit.path} edit={edit} />);
  if (command !== undefined) return <CommandBody tool={tool} command={command} />;
  return kind === undefined || kind === 'other' ? <RawBody tool={tool} /> : <Failure tool={tool} />;
}

function CommandBody({ tool, command }: { readonly tool: ToolItem; readonly command: string }) {
  const { output, exitCode } = tool.detail;
  // While it is asked for, the question has all of it.
  const isAsked = tool.permission !== undefined && tool.permission.answered === undefined;
  const printed = withoutAnsi(output ?? tool.result ?? '');
  return (
    <>
      {command.includes('\n') && !isAsked && <Text text={command} label="Command" />}
      {printed.trim() !== '' && <FoldedText text={printed} label="Output" />}
      {exitCode !== undefined && exitCode !== 0 && <p className="practice-muted">Exit code {exitCode}</p>}
    </>
  );
}

/** The result of what is shown in one line, where it went wrong. */
function Failure({ tool }: { readonly tool: ToolItem }) {
  if (tool.detail.status !== 'failed' || !tool.result) return null;
  return <FoldedText text={withoutAnsi(tool.result)} label="What went wrong" />;
}

/** A tool that is not known: its arguments and its result as they are, for whoever wants to see them. */
function RawBody({ tool }: { readonly tool: ToolItem }) {
  if (tool.args === '' && !tool.result) return null;
  return (
    <details className="practice-details">
      <summary>Details</summary>
      {tool.args !== '' && <Text text={pretty(tool.args)} label="Arguments" />}
      {tool.result && <FoldedText text={withoutAnsi(tool.result)} label="Result" />}
    </details>
  );
}

function Text({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <ScrollBox label={label} className="practice-chat-output">
      <pre>{drawnText(text).drawn}</pre>
    </ScrollBox>
  );
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), undefined, 2);
  } catch {
    return json; // not all of it has arrived, or it was cut
  }
}
