import type { Plugin } from '@docusaurus/types';

/** Above that of the site's one style sheet, which is 50. */
const PRIORITY = 60;

/**
 * Leaves the Workbench's style sheet out of the site's one, so that it is loaded with the first Workbench that is
 * opened. All its rules are about its own parts, so it may come in any order.
 */
export function workbenchStyles(): Plugin {
  return {
    name: 'workbench-styles',
    configureWebpack(_config, isServer) {
      if (isServer) return {};
      return {
        optimization: {
          splitChunks: {
            cacheGroups: {
              workbenchStyles: {
                name: 'workbench-styles',
                type: 'css/mini-extract',
                test: /packages[\\/]workbench/,
                chunks: 'all',
                enforce: true,
                priority: PRIORITY,
              },
            },
          },
        },
      };
    },
  };
}
