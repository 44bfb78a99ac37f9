import type { ThreadItem, ToolItem } from '@agent-factory/protocol/conversations';
import { memo } from 'react';
import { useChat } from '../chat-context.js';
import { ToolCard } from '../tools/ToolCard.js';
import { Answer } from './Answer.js';
import { ConversationNoticeView, HandedOver } from './Notes.js';
import { Question } from './Question.js';
import { Reasoning } from './Reasoning.js';
import { RunEndView } from './RunEndView.js';

interface ThreadEntryProps {
  readonly item: ThreadItem;
  readonly before: ThreadItem | undefined;
  /** Whether it is worth drawing in full. */
  readonly isNear: boolean;
}

/** One thing of a conversation. */
export const ThreadEntry = memo(
  function ThreadEntry({ item, before, isNear }: ThreadEntryProps) {
    switch (item.kind) {
      case 'question':
        return <Question item={item} isNear={isNear} />;
      case 'answer':
        return <Answer item={item} isNear={isNear} continues={isOfAgent(before)} />;
      case 'reasoning':
        return <Reasoning item={item} />;
      case 'tool':
        return <Tool tool={item} />;
      case 'notice':
        return <ConversationNoticeView notice={item.notice} />;
      case 'handed_over':
        return <HandedOver to={item.to} />;
      case 'run_end':
        return <RunEndView item={item} isNear={isNear} />;
    }
  },
  (former, next) =>
    former.item === next.item && former.isNear === next.isNear && former.before?.kind === next.before?.kind,
);

function Tool({ tool }: { readonly tool: ToolItem }) {
  const { isInTerminal } = useChat();
  return <ToolCard tool={tool} isInTerminal={isInTerminal} />;
}

function isOfAgent(item: ThreadItem | undefined): boolean {
  return item?.kind === 'answer' || item?.kind === 'tool';
}
