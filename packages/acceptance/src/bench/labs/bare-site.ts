import { execFile } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../machine/temporary-folder.js';
import type { Resources } from '../resources.js';

const APP = fileURLToPath(new URL('../../../../../apps/learn-app', import.meta.url));
const CHAPTER = 'docs/05-Building-Custom-Agents/34-your-first-agents';
const BUILD_TIMEOUT_MS = 120_000;

/** What every Docusaurus site has, and nothing of ours. */
const CONFIG = `module.exports = {
  title: 'Bare', url: 'http://localhost', baseUrl: '/', trailingSlash: false, onBrokenLinks: 'ignore',
  markdown: { hooks: { onBrokenMarkdownLinks: 'ignore' } },
  future: { v4: true, faster: true },
  plugins: ['@docusaurus/plugin-content-docs', '@docusaurus/plugin-content-pages'],
  themes: ['@docusaurus/theme-classic'],
  themeConfig: { prism: { additionalLanguages: ['bash', 'json'] } },
};
`;

/** Builds Docusaurus alone around one chapter of the lessons, and returns the folder of the built site. */
export async function buildBareSite(resources: Resources): Promise<string> {
  const { path } = resources.add(await temporaryFolder());
  await symlink(join(APP, 'node_modules'), join(path, 'node_modules'));
  await cp(join(APP, CHAPTER), join(path, CHAPTER), { recursive: true });
  await mkdir(join(path, 'static'));
  await writeFile(join(path, 'package.json'), '{}');
  await writeFile(join(path, 'docusaurus.config.js'), CONFIG);
  const docusaurus = join(APP, 'node_modules/@docusaurus/core/bin/docusaurus.mjs');
  const env = { PATH: process.env.PATH, HOME: path, DISABLE_VERSION_CHECK: '1', CI: 'true' };
  await promisify(execFile)(process.execPath, [docusaurus, 'build'], { cwd: path, env, timeout: BUILD_TIMEOUT_MS });
  return join(path, 'build');
}
