// Reads the manifest of the build: the scripts, styles and fonts of each page. Read once, when the pages are created.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageName } from '../../contract/pages.ts';

export type Bundle = {
  /** The stylesheet of a public page, to be written into the document, and its hash as a CSP source. */
  findStyle(page: PageName): Style;
  fonts: string[];
  /** Absolute paths: what runs as early as possible; what starts the page, in order; what to preload; what can wait. */
  listScripts(page: PageName): Record<'early' | 'entries' | 'preload' | 'late', string[]>;
  /** Stylesheets as files: the admin's. */
  adminStyles: string[];
  /** The script of the admin's service worker. */
  adminWorker: string;
};

export type Style = { css: string; source: string };

type Chunk = { file: string; imports?: string[]; css?: string[]; assets?: string[] };
type Manifest = Record<string, Chunk>;

const shopEntry = 'web/entry-shop.tsx';
const adminEntry = 'web/entry-admin.tsx';
/** Pages whose address is a key, or may be one. It is never sent. */
const keyed: ReadonlySet<PageName> = new Set<PageName>(['receipt', 'order', 'pause', 'unavailable']);
/** Pages that need nothing of the script that the other pages share, or start it themselves. */
const alone: ReadonlySet<PageName> = new Set<PageName>(['admin', 'receipt', 'checkout']);
/** Reports visits, without delaying a page. */
const visitsEntry = 'web/entry-visits.tsx';
/** Small and without imports. It blocks nothing: a script that never arrives must not hide the page. */
const recallEntry = 'web/entry-recall.tsx';
const workerEntry = 'web/entry-admin-worker.ts';

/** Throws when the folder holds no build. */
export async function readBundle(clientDir: string): Promise<Bundle> {
  const manifest: Manifest = JSON.parse(await readFile(join(clientDir, 'manifest.json'), 'utf8'));
  const shop = getChunk(manifest, shopEntry);
  // A page whose own script brings a sheet uses that one alone; the others share the shop's.
  const sheets = Object.entries(manifest).filter(([name, { css }]) => css && name !== adminEntry);
  const styles = new Map<string, Style>(
    await Promise.all(sheets.map(async ([name, { css = [] }]) => [name, await readStyle(clientDir, css)] as const)),
  );
  return {
    // A sample looks like the page of an order and has no script of its own.
    findStyle: (page) =>
      styles.get(`web/entry-${page === 'sample' ? 'order' : page}.tsx`) ?? styles.get(shopEntry) ?? noStyle,
    fonts: (shop.assets ?? []).filter((file) => file.endsWith('.woff2')).map(toAddress),
    adminStyles: (manifest[adminEntry]?.css ?? []).map(toAddress),
    adminWorker: await readWorker(clientDir, getChunk(manifest, workerEntry)),
    listScripts(given) {
      // It has the live part of the home page.
      const page = given === 'offer' ? 'home' : given;
      // A page without a live part has no script of its own: it loads neither React nor anything else.
      const names = alone.has(page)
        ? [`web/entry-${page}.tsx`]
        : [shopEntry, `web/entry-${page}.tsx`].filter((name) => manifest[name]);
      const entries = names.map((name) => getChunk(manifest, name).file);
      const needed = new Set(names.flatMap((name) => [...collectFiles(manifest, name)]));
      const preload = page === 'admin' ? [] : [...needed].filter((file) => !entries.includes(file));
      const visits = keyed.has(page) ? undefined : manifest[visitsEntry];
      const recall = given === 'home' ? manifest[recallEntry] : undefined;
      return {
        early: recall ? [toAddress(recall.file)] : [],
        entries: entries.map(toAddress),
        preload: preload.map(toAddress),
        late: visits ? [toAddress(visits.file)] : [],
      };
    },
  };
}

const noStyle: Style = { css: '', source: "'none'" };

async function readStyle(clientDir: string, files: readonly string[]): Promise<Style> {
  const texts = await Promise.all(files.map((file) => readFile(join(clientDir, file), 'utf8')));
  const css = texts.join('').trim();
  return toStyle(css);
}

export function toStyle(css: string): Style {
  return { css, source: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
}

async function readWorker(clientDir: string, { file, imports = [] }: Chunk): Promise<string> {
  if (imports.length > 0) throw new Error('The service worker has to be one file, but it shares code with a page.');
  return readFile(join(clientDir, file), 'utf8');
}

function getChunk(manifest: Manifest, name: string): Chunk {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The build holds no "${name}". Build again.`);
  return chunk;
}

/** The chunk's file and those of its static imports. */
function collectFiles(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  const { file, imports = [] } = getChunk(manifest, name);
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const imported of imports) collectFiles(manifest, imported, seen);
  return seen;
}

function toAddress(file: string): string {
  return `/${file}`;
}
