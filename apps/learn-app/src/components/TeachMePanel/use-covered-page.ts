import { useEffect } from 'react';

/** Element that holds the whole page beside the panel. */
export const PAGE_ID = 'page';

/** While the panel covers the page, the page neither scrolls nor takes the focus. */
export function useCoveredPage(covered: boolean): void {
  useEffect(() => {
    if (!covered) return;
    const page = document.getElementById(PAGE_ID);
    page?.setAttribute('inert', '');
    document.documentElement.dataset.covered = '';
    return () => {
      page?.removeAttribute('inert');
      delete document.documentElement.dataset.covered;
    };
  }, [covered]);
}
