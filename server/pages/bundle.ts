// Reads what the build made: where the scripts, styles and fonts of each page are. Read once, when the pages are created.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageName } from '../../contract/pages.ts';

export type Bundle = {
  /** The whole stylesheet of the public pages, to be written into the document. */
  shopCss: string;
  /** Its hash as a CSP source. */
  shopCssSource: string;
  fonts: string[];
  /** Absolute paths: the scripts that start the page, in order, and what they will need at once. */
  scriptsOf(page: PageName): { entries: string[]; preload: string[] };
  /** Stylesheets as files: the admin's. */
  adminStyles: string[];
};

type Chunk = { file: string; imports?: string[]; css?: string[]; assets?: string[] };
type Manifest = Record<string, Chunk>;

const shopEntry = 'web/entry-shop.tsx';
const adminEntry = 'web/entry-admin.tsx';

/** Throws when the folder holds no build. */
export async function readBundle(clientDir: string): Promise<Bundle> {
  const manifest: Manifest = JSON.parse(await readFile(join(clientDir, 'manifest.json'), 'utf8'));
  const shop = chunkOf(manifest, shopEntry);
  const sheets = await Promise.all((shop.css ?? []).map((file) => readFile(join(clientDir, file), 'utf8')));
  const shopCss = sheets.join('').trim();
  return {
    shopCss,
    shopCssSource: `'sha256-${createHash('sha256').update(shopCss).digest('base64')}'`,
    fonts: (shop.assets ?? []).filter((file) => file.endsWith('.woff2')).map(addressOf),
    adminStyles: (manifest[adminEntry]?.css ?? []).map(addressOf),
    scriptsOf(page) {
      // A page without a live part has no script of its own: it loads neither React nor anything else.
      const names =
        page === 'admin' ? [adminEntry] : [shopEntry, `web/entry-${page}.tsx`].filter((name) => manifest[name]);
      const entries = names.map((name) => chunkOf(manifest, name).file);
      const needed = new Set(names.flatMap((name) => [...filesOf(manifest, name)]));
      const preload = page === 'admin' ? [] : [...needed].filter((file) => !entries.includes(file));
      return { entries: entries.map(addressOf), preload: preload.map(addressOf) };
    },
  };
}

function chunkOf(manifest: Manifest, name: string): Chunk {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The build holds no "${name}". Build again.`);
  return chunk;
}

/** The chunk's file and those of everything it imports at once. */
function filesOf(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  const { file, imports = [] } = chunkOf(manifest, name);
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const imported of imports) filesOf(manifest, imported, seen);
  return seen;
}

function addressOf(file: string): string {
  return `/${file}`;
}
