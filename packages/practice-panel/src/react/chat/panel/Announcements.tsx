import type { PermissionAsked, Thread } from '@agent-factory/protocol/conversations';
import { markdownWithBadges } from '@agent-factory/protocol/stages';
import { useEffect, useRef, useState } from 'react';
import type { ConversationFeed, FeedState } from '../../../client/conversations/conversation-feed.js';
import { useSnapshot } from '../../parts/use-snapshot.js';
import { QUESTION_KEY } from '../../shortcuts/chat-keys.js';
import { plainWords } from '../markdown/plain-words.js';
import { plainTitle } from '../permissions/title-parts.js';

/** A longer answer is announced up to here, in characters: some two minutes of speech. */
const MAX_SPOKEN_LENGTH = 2000;

interface Said {
  readonly polite: string;
  readonly urgent: string;
}

const NOTHING: Said = { polite: '', urgent: '' };

/** Tells a screen reader that the agent answers, then the finished answer, and at once what the agent asks. */
export function Announcements({ feed, agentName }: { readonly feed: ConversationFeed; readonly agentName: string }) {
  const state = useSnapshot(feed);
  const former = useRef<FeedState>(undefined);
  const [said, setSaid] = useState(NOTHING);
  useEffect(() => {
    const before = former.current;
    former.current = state;
    // What was there when the conversation opened is read, not announced.
    if (before === undefined || !before.isLoaded || before.thread === state.thread) return;
    const news = {
      polite: politeNews(before.thread, state.thread, agentName),
      urgent: urgentNews(before.thread, state.thread, agentName),
    };
    if (news.polite !== undefined || news.urgent !== undefined) {
      setSaid(({ polite, urgent }) => ({ polite: news.polite ?? polite, urgent: news.urgent ?? urgent }));
    }
  }, [state, agentName]);
  return (
    <>
      <div className="practice-visually-hidden" role="status">
        {said.polite}
      </div>
      <div className="practice-visually-hidden" role="alert">
        {said.urgent}
      </div>
    </>
  );
}

function politeNews(before: Thread, now: Thread, agentName: string): string | undefined {
  const finished = finishedAnswers(before, now);
  if (finished.length > 0) return spoken(agentName, finished.join('\n\n'));
  if (now.runId !== undefined && before.runId === undefined) return `${agentName} is answering.`;
  const last = now.items.at(-1);
  if (before.runId === undefined || now.runId !== undefined || last?.kind !== 'run_end') return undefined;
  if (last.outcome === 'failed') return `${agentName} failed. ${last.message ?? ''}`;
  return last.outcome === 'cancelled' ? `${agentName} was stopped.` : undefined;
}

/** Texts of the answers that have been finished since; they are near the end. */
function finishedAnswers(before: Thread, now: Thread): string[] {
  const known = new Map(before.items.slice(-RECENT).map((item) => [item.id, item]));
  return now.items.slice(-RECENT).flatMap((item) => {
    if (item.kind !== 'answer' || !item.isDone) return [];
    const former = known.get(item.id);
    const isNew = former === undefined ? item.eventId > before.lastEventId : former.kind === 'answer' && !former.isDone;
    return isNew ? [item.text] : [];
  });
}

/** Items among which something can have changed from one frame to the next. */
const RECENT = 50;

function spoken(agentName: string, text: string): string {
  // Marks take less than half of a text.
  const words = plainWords(markdownWithBadges(text.slice(0, 2 * MAX_SPOKEN_LENGTH), () => 'claimed'));
  const isLong = words.length > MAX_SPOKEN_LENGTH || text.length > 2 * MAX_SPOKEN_LENGTH;
  return `${agentName}: ${isLong ? `${words.slice(0, MAX_SPOKEN_LENGTH)}… The rest is in the conversation.` : words}`;
}

function urgentNews(before: Thread, now: Thread, agentName: string): string | undefined {
  const asked = now.asked.find(({ id }) => before.asked.every((other) => other.id !== id));
  if (asked === undefined) return now.asked.length === 0 && before.asked.length > 0 ? '' : undefined;
  return `${agentName} asks: ${plainTitle(asked.title)} ${optionWords(asked)} ${QUESTION_KEY} goes to the question.`;
}

function optionWords({ options }: PermissionAsked): string {
  return options.map(({ label }, index) => `${index + 1}: ${label}.`).join(' ');
}
