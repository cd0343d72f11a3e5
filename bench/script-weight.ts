// How heavy what a page loads is on its way: in gzip, each address once.
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** 1 kB = 1,000 bytes. */
export async function gzipKilobytesOf(addresses: readonly string[]): Promise<number> {
  const sizes = await Promise.all([...new Set(addresses)].map(gzipOf));
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000;
}

/** Addresses of the store's scripts that this document has loaded so far; the gateway's library is not the store's. */
export function scriptsOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\/assets\/.*\.js$/.test(name)),
  );
}

async function gzipOf(address: string): Promise<number> {
  return gzipSync(Buffer.from(await (await fetch(address)).arrayBuffer()), { level: 9 }).length;
}
