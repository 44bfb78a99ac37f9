import { PracticeProvider } from '@agent-factory/practice-panel';
import '@agent-factory/practice-panel/styles.css';
import useBaseUrl from '@docusaurus/useBaseUrl';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import { type ReactNode, useMemo } from 'react';
import type { PracticeFields } from '../../plugins/practice-fields';
import { TeachMePanel } from '../components/TeachMePanel';
import { PAGE_ID } from '../components/TeachMePanel/use-covered-page';
import { StudyModeProvider } from '../contexts/StudyModeContext';
import { contentUrlOf } from '../lib/practice/content-url';

/** Where lessons are served during local study; browsers let that page reach the daemon without asking. */
const LOCAL_SITE = 'http://localhost:3000';

/** The site works from any origin, which is known only in the browser. */
function contentOf(baseUrl: string) {
  return typeof window === 'undefined' ? {} : { contentUrl: contentUrlOf(window.location.origin, baseUrl) };
}

function usePracticeOptions() {
  const { baseUrl, customFields } = useDocusaurusContext().siteConfig;
  const fields = customFields?.practice as PracticeFields;
  const guideUrl = useBaseUrl('/docs/practice/setup');
  const troubleshootingUrl = useBaseUrl('/docs/practice/troubleshooting');
  return useMemo(
    () => ({ ...fields, ...contentOf(baseUrl), guideUrl, troubleshootingUrl, localSiteUrl: LOCAL_SITE }),
    [fields, baseUrl, guideUrl, troubleshootingUrl],
  );
}

/** Wraps all pages and stays when one gives way to another, and the study panel with it. */
export default function Root({ children }: { children: ReactNode }) {
  return (
    <PracticeProvider options={usePracticeOptions()}>
      <StudyModeProvider>
        <div className="page" id={PAGE_ID}>
          {children}
        </div>
        <TeachMePanel />
      </StudyModeProvider>
    </PracticeProvider>
  );
}
