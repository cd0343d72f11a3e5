// @ts-check
// Checks the built site without a network: each link and picture of its own leads to a file, each anchor to a heading.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The file that serves `path`, as hosts of static sites with clean URLs find it. @param {string} path */
function fileOf(path) {
  const found = [path, `${path}.html`, join(path, 'index.html')].find(
    (file) => existsSync(file) && statSync(file).isFile(),
  );
  return found ?? null;
}

/** @param {string} html */
function idsOf(html) {
  return new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id));
}

/** One sentence for each broken link. @param {string} folder of the built site */
export function brokenLinks(folder) {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  /** @type {Map<string, Set<string>>} */
  const ids = new Map();
  const anchorsOf = (/** @type {string} */ file) => {
    const known = ids.get(file) ?? idsOf(readFileSync(file, 'utf8'));
    ids.set(file, known);
    return known;
  };
  if (pages.length === 0) return [`${folder} has no pages.`];
  return pages.flatMap((page) => {
    const own = join(folder, page);
    const html = readFileSync(own, 'utf8');
    const links = [...html.matchAll(/\s(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
    return [...new Set(links)].flatMap((link) => {
      if (/^(?:[a-z]+:|\/\/)/.test(link)) return [];
      const [path = '', anchor = ''] = link.split('#').map(decodeURIComponent);
      const base = path.startsWith('/') ? folder : dirname(own);
      const file = path === '' ? own : fileOf(join(base, path));
      if (file === null) return [`${page}: ${link} leads to no file.`];
      return anchor === '' || anchorsOf(file).has(anchor) ? [] : [`${page}: ${link} leads to no heading.`];
    });
  });
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const problems = brokenLinks(fileURLToPath(new URL('dist', import.meta.url)));
  process.stdout.write(`${problems.length === 0 ? 'Every link leads somewhere.' : problems.join('\n')}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
