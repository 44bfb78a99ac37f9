import type { ToolItem } from '@agent-factory/protocol/conversations';
import { Icon } from '../../parts/icons.js';
import { ChatIcon } from '../chat-icons.js';
import { PermissionQuestion } from '../permissions/PermissionQuestion.js';
import { ToolBody } from './ToolBody.js';
import { STATUS_WORDS, type ToolStatus, toolDrawing, toolStatus, toolTarget, toolVerb } from './tool-words.js';

const STATUS_ICONS = { completed: 'check', failed: 'cross', refused: 'skip' } as const;

interface ToolCardProps {
  readonly tool: ToolItem;
  /** It goes on in the terminal for now. */
  readonly isInTerminal?: boolean;
}

/** One thing the agent does: what, how it went, and whether it may. */
export function ToolCard({ tool, isInTerminal }: ToolCardProps) {
  const drawing = toolDrawing(tool);
  const status = toolStatus(tool);
  const target = toolTarget(tool);
  const verb = toolVerb(tool, isInTerminal);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      className="practice-chat-tool"
      data-status={status}
      role="group"
      aria-label={`${verb} ${target}: ${STATUS_WORDS[status]}`}
    >
      <div className="practice-chat-tool-head">
        {'icon' in drawing ? <ChatIcon name={drawing.icon} /> : <Icon name={drawing.sharedIcon} />}
        <span className="practice-chat-tool-verb">{verb}</span>
        <code className="practice-chat-tool-target" title={target}>
          {target}
        </code>
        <Status status={status} />
      </div>
      <ToolBody tool={tool} />
      {tool.permission && <PermissionQuestion asked={tool.permission} answered={tool.permission.answered} />}
    </div>
  );
}

function Status({ status }: { readonly status: ToolStatus }) {
  return (
    <span className="practice-chat-tool-status" data-status={status}>
      {status === 'running' ? (
        <span className="practice-spinner" aria-hidden="true" />
      ) : (
        <Icon name={STATUS_ICONS[status]} />
      )}
      <span className={status === 'completed' || status === 'running' ? 'practice-visually-hidden' : undefined}>
        {STATUS_WORDS[status]}
      </span>
    </span>
  );
}
