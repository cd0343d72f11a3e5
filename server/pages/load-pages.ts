// The built pages: a module of its own, outside the server's bundle.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuiltPages } from '../../contract/pages.ts';

export function toDistDir(rootDir: string): string {
  return join(rootDir, 'dist');
}

/** Throws when `distDir` holds no build. */
export function loadPages(distDir: string): Promise<BuiltPages> {
  return import(/* @vite-ignore */ pathToFileURL(join(distDir, 'web', 'entry-server.js')).href);
}
