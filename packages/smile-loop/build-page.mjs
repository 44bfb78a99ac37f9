// Bundles the page that shows a run into build/page, or into the folder that is named.
import { bundlePage } from '../../scripts/lib/bundle-page.mjs';

const page = await bundlePage(new URL('./', import.meta.url), {
  // The first with light-dark(), with which each colour is said once.
  target: ['chrome123', 'firefox120', 'safari17.5'],
});
await page.write();
