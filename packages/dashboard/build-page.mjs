// Bundles the learner's page of the daemon into build/page, or into the folder that is named.
import { bundlePage } from '../../scripts/lib/bundle-page.mjs';

const { write } = await bundlePage(new URL('./', import.meta.url), {
  target: ['chrome111', 'firefox115', 'safari16.4'],
});
await write();
