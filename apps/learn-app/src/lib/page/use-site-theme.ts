import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

function current(): 'light' | 'dark' {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

/**
 * The colours the page shows. Read from the document, because the panel lives above the layout
 * that provides Docusaurus' own colour mode: it has to survive going to another page.
 */
export function useSiteTheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, current, () => 'light');
}
