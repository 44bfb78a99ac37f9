import type { Notice } from '@agent-factory/protocol';
import { useState } from 'react';
import { CopyButton } from '../react/parts/CopyButton.js';
import { Icon } from '../react/parts/icons.js';

/** What the student should know of the agent, and that did not keep it from starting. */
export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  const [read, setRead] = useState<readonly Notice[]>([]);
  return notices
    .filter((notice) => !read.includes(notice))
    .map((notice) => (
      <div key={notice.code} className="practice-root wb-part wb-bar" data-tone="warning">
        <div role="status" className="wb-bar-words">
          <Icon name="info" />
          <span>{notice.message}</span>
        </div>
        {notice.commands.map((command) => (
          <span key={command} className="wb-line">
            <code>{command}</code>
            <CopyButton text={command} />
          </span>
        ))}
        <button
          type="button"
          className="practice-icon-button"
          aria-label="Dismiss"
          title="Dismiss"
          onClick={() => setRead([...read, notice])}
        >
          <Icon name="cross" />
        </button>
      </div>
    ));
}
