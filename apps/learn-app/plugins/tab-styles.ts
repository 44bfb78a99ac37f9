import type { Plugin } from '@docusaurus/types';

/** Above that of the site's one style sheet, which is 50. */
const PRIORITY = 60;

/** Packages that a tab shows of which most lessons need nothing. */
const OF_TABS = ['workbench', 'dashboard'];

/**
 * Leaves the style sheets of these packages out of the site's one, so that each is loaded with the first tab that needs
 * it. All their rules are about their own parts, so they may come in any order.
 */
export function tabStyles(): Plugin {
  return {
    name: 'tab-styles',
    configureWebpack(_config, isServer) {
      if (isServer) return {};
      const cacheGroups = Object.fromEntries(OF_TABS.map((name) => [`${name}Styles`, groupOf(name)]));
      return { optimization: { splitChunks: { cacheGroups } } };
    },
  };
}

function groupOf(name: string) {
  return {
    name: `${name}-styles`,
    type: 'css/mini-extract',
    test: new RegExp(`packages[\\\\/]${name}`),
    chunks: 'all' as const,
    enforce: true,
    priority: PRIORITY,
  };
}
