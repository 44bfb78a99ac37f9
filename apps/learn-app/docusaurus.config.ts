import { join } from 'node:path';
import type { Config } from '@docusaurus/types';
import { actionGate } from './plugins/action-gate';
import { courseOutline } from './plugins/course-outline';
import { practiceFields } from './plugins/practice-fields';
import { registryDigest } from './plugins/registry-digest';
import { servedExercises } from './plugins/served-exercises';
import { tabStyles } from './plugins/tab-styles';
import { EXERCISES } from './scripts/copy-exercises.mjs';
import { darkCode, lightCode } from './src/css/code-themes';

/** Where the built site will be served. It works from any origin; this one goes into absolute links. */
const url = process.env.SITE_URL ?? 'http://localhost:3000';
const baseUrl = process.env.BASE_URL ?? '/';

const practice = {
  ...practiceFields(process.env, baseUrl),
  registryDigest: registryDigest(join(EXERCISES, 'registry.json')),
};

const config: Config = {
  title: 'Agent Factory',
  tagline: 'Read a lesson. Build it beside the text.',
  favicon: 'img/favicon.svg',
  url,
  baseUrl,
  trailingSlash: false,
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'throw',
  onDuplicateRoutes: 'throw',
  markdown: { hooks: { onBrokenMarkdownLinks: 'throw' } },
  i18n: { defaultLocale: 'en', locales: ['en'] },
  future: { v4: true, faster: true },
  customFields: { practice },
  plugins: [
    ['@docusaurus/plugin-content-docs', { sidebarPath: './sidebars.ts', breadcrumbs: true }],
    '@docusaurus/plugin-content-pages',
    servedExercises,
    courseOutline,
    actionGate(process.env),
    tabStyles,
  ],
  themes: [
    [
      '@docusaurus/theme-classic',
      {
        customCss: [
          './src/css/tokens.css',
          './src/css/base.css',
          './src/css/chrome.css',
          './src/css/prose.css',
          './src/css/code.css',
        ],
      },
    ],
  ],
  themeConfig: {
    colorMode: { respectPrefersColorScheme: true },
    metadata: [{ name: 'color-scheme', content: 'light dark' }],
    docs: { sidebar: { hideable: false, autoCollapseCategories: false } },
    tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
    navbar: {
      title: 'Agent Factory',
      logo: { alt: '', src: 'img/logo.svg', srcDark: 'img/logo-dark.svg', width: 28, height: 28 },
      items: [
        { to: '/#lessons', label: 'Lessons', position: 'left', activeBaseRegex: '/docs/(?!practice/)' },
        { to: '/course', label: 'Course', position: 'left' },
        { to: '/progress', label: 'Progress', position: 'left' },
        { to: '/docs/practice/setup', label: 'Practice guide', position: 'left', activeBasePath: '/docs/practice' },
      ],
    },
    footer: {
      links: [
        { label: 'Set up practice', to: '/docs/practice/setup' },
        { label: 'Troubleshooting', to: '/docs/practice/troubleshooting' },
      ],
      copyright: 'Your work stays in your own folder, on your own machine.',
    },
    prism: { theme: lightCode, darkTheme: darkCode, additionalLanguages: ['bash', 'json'] },
  },
};

export default config;
