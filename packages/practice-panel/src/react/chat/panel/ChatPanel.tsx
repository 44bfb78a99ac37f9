import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { usePracticeClient } from '../../context.js';
import { Card } from '../../parts/Card.js';
import { SetupCard } from '../../set-up/SetupCard.js';
import { Starting } from '../../set-up/Starting.js';
import type { ChatPanelProps } from '../chat-props.js';
import { loadChat, preloadChat } from '../load-chat.js';
import { ReadingContext } from '../reading-context.js';
import { useChatServer } from './use-chat-server.js';

/** Conversations with the student's agent about a lesson or an exercise, or what a page has without a practice server. */
export function ChatPanel(props: ChatPanelProps) {
  const { theme, isActive, offline } = props;
  const { server } = usePracticeClient();
  const found = useChatServer(isActive);
  useEffect(preloadChat, []);
  switch (found.status) {
    case 'ready':
      return <LoadedChat {...props} />;
    case 'looking':
      return (
        <Stage theme={theme}>
          <Starting step="checking_server" />
        </Stage>
      );
    case 'cannot':
      return offline(null);
    case 'missing':
      return offline(
        <div className="practice-root practice-chat-setup" data-theme={theme}>
          <SetupCard need={found.need} onAllow={() => void server.connect(true)} />
        </div>,
      );
  }
}

function LoadedChat(props: ChatPanelProps) {
  const { Content, failed, retry } = useChatView();
  const { lesson, selection, onSelectionUsed, beginnings } = props;
  const reading = useMemo(
    () => ({ lesson, selection, onSelectionUsed, beginnings }),
    [lesson, selection, onSelectionUsed, beginnings],
  );
  if (Content) {
    return (
      <ReadingContext.Provider value={reading}>
        <Content {...props} />
      </ReadingContext.Provider>
    );
  }
  return (
    <Stage theme={props.theme}>
      {failed && (
        <Card title="The chat could not be loaded" name="chat_failed" tone="danger">
          <p>A part of this page did not arrive. Check that the lesson site is up, then try again.</p>
          <button type="button" className="practice-action" onClick={retry}>
            Try again
          </button>
        </Card>
      )}
    </Stage>
  );
}

function useChatView() {
  const [Content, setContent] = useState<ComponentType<ChatPanelProps>>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (failed) return undefined;
    let isCurrent = true;
    loadChat().then(
      ({ ChatView }) => isCurrent && setContent(() => ChatView),
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [failed]);
  return { Content, failed, retry: () => setFailed(false) };
}

function Stage({ theme, children }: Pick<ChatPanelProps, 'theme' | 'children'>) {
  return (
    <div className="practice-root practice-chat practice-stage" data-theme={theme}>
      {children}
    </div>
  );
}
