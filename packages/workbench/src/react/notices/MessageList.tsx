import { MessageItem } from './MessageItem.js';
import { useMessages } from './messages.js';

/** What the coach has said, for as long as it is not dismissed. */
export function MessageList() {
  const messages = useMessages();
  if (messages.length === 0) return null;
  return (
    <section className="wb-section" aria-label="From the coach">
      <h4>
        From the coach <span className="practice-muted">{messages.length}</span>
      </h4>
      <ul className="wb-messages">
        {messages.map((message) => (
          <li key={message.id} className="wb-message" data-kind={message.type}>
            <MessageItem message={message} />
          </li>
        ))}
      </ul>
    </section>
  );
}
