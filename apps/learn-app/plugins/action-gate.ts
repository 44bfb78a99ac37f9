import { resolve } from 'node:path';
import type { Plugin } from '@docusaurus/types';

const OPEN_GATE = './src/lib/gate';

/**
 * Decides which module answers `@generated/action-gate/default/gate.js`: the open gate, or the
 * site's own sign-in named by ACTION_GATE (a path from this folder). See `src/lib/gate.ts` for what
 * it must export. A generated module, not an alias: the bundler's cache would not notice a new alias.
 */
export function actionGate(env: Readonly<Record<string, string | undefined>>) {
  return (context: { siteDir: string }): Plugin => ({
    name: 'action-gate',
    async contentLoaded({ actions }) {
      const gate = resolve(context.siteDir, env.ACTION_GATE ?? OPEN_GATE);
      await actions.createData('gate.js', `export { useActionGate } from ${JSON.stringify(gate)};\n`);
    },
  });
}
