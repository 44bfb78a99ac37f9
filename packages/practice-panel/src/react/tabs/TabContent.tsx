import { useEffect, useState } from 'react';
import { Card } from '../parts/Card.js';
import { loadContent, loadedContent } from './load-tab.js';
import type { PanelTab, TabProps } from './panel-tab.js';

export interface TabContentProps extends TabProps {
  readonly tab: PanelTab;
}

/** The content of a tab, from when it is first opened on. What is hidden stays: a terminal that goes loses its connection. */
export function TabContent({ tab, isActive, exercise }: TabContentProps) {
  const [opened, setOpened] = useState(isActive);
  const [failed, setFailed] = useState(false);
  const [Content, setContent] = useState(() => loadedContent(tab));
  if (isActive && !opened) setOpened(true);
  const isWanted = opened && Content === undefined && !failed;

  useEffect(() => {
    if (!isWanted) return undefined;
    let isCurrent = true;
    loadContent(tab).then(
      (content) => isCurrent && setContent(() => content),
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [tab, isWanted]);

  if (failed) return <LoadFailure title={tab.title} onRetry={() => setFailed(false)} />;
  return opened && Content ? <Content exercise={exercise} isActive={isActive} /> : null;
}

function LoadFailure({ title, onRetry }: { readonly title: string; readonly onRetry: () => void }) {
  return (
    <div className="practice-root practice-stage">
      <Card title={`${title} could not be loaded`} name="tab_failed" tone="danger">
        <p>A part of this page did not arrive. Check that the lesson site is up, then try again.</p>
        <button type="button" className="practice-action" onClick={onRetry}>
          Try again
        </button>
      </Card>
    </div>
  );
}
