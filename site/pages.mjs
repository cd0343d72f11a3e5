// @ts-check
// Copies the documents into pages/, where VitePress reads them.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const copied = {
  'README.md': 'index.md',
  'CHANGELOG.md': 'CHANGELOG.md',
  'CONTRIBUTING.md': 'CONTRIBUTING.md',
  'SECURITY.md': 'SECURITY.md',
  'CODE_OF_CONDUCT.md': 'CODE_OF_CONDUCT.md',
  LICENSE: 'LICENSE.md',
  'sandbox/README.md': 'sandbox/README.md',
  docs: 'docs',
};
/** Folders that documents link to: each gets a page that lists its documents. */
const lists = { 'docs/decisions': 'Decisions', 'docs/protocols': 'Protocols' };

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
rmSync(at('pages'), { recursive: true, force: true });
for (const [path, to] of Object.entries(copied)) {
  mkdirSync(dirname(at(`pages/${to}`)), { recursive: true });
  cpSync(at(`../${path}`), at(`pages/${to}`), { recursive: true });
}

const pages = readdirSync(at('pages'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
for (const page of pages) {
  const text = readFileSync(at(`pages/${page}`), 'utf8');
  // The README of the project is the first page.
  const linked = text
    .replace(/\]\(((?:\.\.\/)*)README\.md/g, ']($1index.md')
    .replace(/\]\(LICENSE\)/g, '](LICENSE.md)');
  if (linked !== text) writeFileSync(at(`pages/${page}`), linked);
}

for (const [folder, title] of Object.entries(lists)) {
  const entries = readdirSync(at(`pages/${folder}`))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => {
      const [, heading = name] = /^# (.+)$/m.exec(readFileSync(at(`pages/${folder}/${name}`), 'utf8')) ?? [];
      return `- [${heading.replaceAll('`', '')}](${name})`;
    });
  writeFileSync(at(`pages/${folder}/index.md`), `# ${title}\n\n${entries.join('\n')}\n`);
}
