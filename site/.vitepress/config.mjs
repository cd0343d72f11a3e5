// The documents as a site. VitePress checks the links between them, `check-links.mjs` also their headings.
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

const root = new URL('../pages/', import.meta.url);

/** The first heading of a document. @param {string} path */
function titleOf(path) {
  return /^# (.+)$/m.exec(readFileSync(new URL(path, root), 'utf8'))?.[1]?.replaceAll('`', '') ?? path;
}

/** As the repository's host makes them, which the documents are written for. @param {string} title */
function slugify(title) {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** @param {string} path */
const entry = (path) => ({ text: titleOf(path), link: `/${path.replace(/\.md$/, '')}` });

/** @param {string} folder */
const entriesIn = (folder) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .sort()
    .map((name) => entry(`${folder}/${name}`));

/** @param {string} text @param {string[]} names */
const group = (text, names) => ({ text, items: names.map((name) => entry(`docs/${name}.md`)) });

const operators = ['install', 'operating', 'admin', 'configuration', 'commands', 'backup', 'upgrading', 'monitoring'];

export default defineConfig({
  title: 'Applaud',
  description: 'A self-hosted store for likes and views.',
  lang: 'en',
  srcDir: './pages',
  outDir: './dist',
  cleanUrls: true,
  ignoreDeadLinks: [/docs\/(decisions|protocols)$/, /^https?:\/\/localhost/],
  markdown: { image: { lazyLoading: true }, anchor: { slugify } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [
      { text: 'Applaud', items: [{ text: 'Start', link: '/' }, entry('CHANGELOG.md')] },
      group('Operators', [
        ...operators,
        'money',
        'scaling',
        'cluster',
        'containers',
        'troubleshooting',
        'security',
        'figures',
      ]),
      group('Other programs', ['api', 'order-states']),
      { text: 'Contributing', link: '/CONTRIBUTING' },
      {
        ...group('Developers', ['architecture', 'glossary', 'extending', 'requirements', 'performance']),
        collapsed: true,
      },
      { text: 'Protocols', collapsed: true, items: entriesIn('docs/protocols') },
      { text: 'Decisions', collapsed: true, items: entriesIn('docs/decisions') },
    ],
  },
});
