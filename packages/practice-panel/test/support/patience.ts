import { WAIT_MS } from './eventually.js';

// What a test looks for on a page has as long to appear as all else. Most tests have no page.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: WAIT_MS });
}
