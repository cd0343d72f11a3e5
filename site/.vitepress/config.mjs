// The documents as a site. Every link between them is checked: a dead one fails the build.
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

const root = new URL('../pages/', import.meta.url);

/** The first heading of a document. @param {string} path */
function titleOf(path) {
  return /^# (.+)$/m.exec(readFileSync(new URL(path, root), 'utf8'))?.[1]?.replaceAll('`', '') ?? path;
}

/** @param {string} path */
const entry = (path) => ({ text: titleOf(path), link: `/${path.replace(/\.md$/, '')}` });

/** @param {string} folder */
const entriesIn = (folder) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.md'))
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
  rewrites: { 'README.md': 'index.md' },
  outDir: './dist',
  cleanUrls: true,
  // A folder or a file of the code, not a page.
  ignoreDeadLinks: [/LICENSE$/, /docs\/(decisions|protocols)(\/index)?$/, /^https?:\/\/localhost/],
  markdown: { image: { lazyLoading: true } },
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
