// How heavy the public pages are, measured on what is really built and sent.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../contract/languages.ts';
import { type PageName, pathOf } from '../../contract/pages.ts';
import { defaultStoreProfile } from '../../contract/store-profile.ts';
import { projectRoot } from '../platform/project-root.ts';
import { createPages, type Pages } from './pages.ts';

const htmlBytes = 14_000;
/** JavaScript per page. What is only read needs no React. */
const scriptBytes: Partial<Record<PageName, number>> = {
  home: 75_000,
  about: 2_300,
  contact: 90_500,
  checkout: 90_500,
  success: 90_500,
  client: 90_500,
  terms: 2_300,
  privacy: 2_300,
  refunds: 2_300,
  'not-found': 2_300,
};
const everywhere = Object.entries(scriptBytes).flatMap(([page, most]) =>
  languages.map((lang) => [page as PageName, lang, most] as const),
);
let pages: Pages;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', '--quiet']);
  pages = await createPages({
    distDir: join(projectRoot(), 'dist'),
    publicUrl: 'https://shop.example',
    sandbox: true,
    profile: async () => ({ profile: defaultStoreProfile, version: 1 }),
    payment: {
      libraryUrl: 'https://pay.example/lib.js',
      sources: { script: ['https://pay.example'], connect: [], frame: [], form: [], image: [] },
    },
  });
}, 180_000);

it('TRA-5: the visit tracker is one file of at most 1200 bytes in gzip, and blocks no page', async () => {
  const html = (await pages.render('/')).html.toString();
  const [, file = ''] =
    /<script type="module" async fetchpriority="low" src="\/assets\/([^"]+)"><\/script><\/body>/.exec(html) ?? [];
  const content = await readFile(join(pages.assetsDir, file));
  expect(gzipSync(content, { level: 9 }).length).toBeLessThanOrEqual(1_200);
  expect(content.toString()).not.toMatch(/\bimport\b/);
});

describe.each(everywhere)('%s in %s', (page, lang, mostScript) => {
  it(`its document with style and data is at most ${htmlBytes} bytes in gzip`, async () => {
    const { compressed } = await pages.render(pathOf(page, lang));
    expect(compressed.gzip.length).toBeLessThanOrEqual(htmlBytes);
  });

  it(`all its JavaScript together is at most ${mostScript} bytes in gzip`, async () => {
    const html = (await pages.render(pathOf(page, lang))).html.toString();
    const files = new Set([...html.matchAll(/"\/assets\/([^"]+\.js)"/g)].map(([, file = '']) => file));
    expect(files.size).toBeGreaterThan(0);
    const contents = await Promise.all([...files].map((file) => readFile(join(pages.assetsDir, file))));
    const bytes = contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0);
    expect(bytes).toBeLessThanOrEqual(mostScript);
    // What the document does not name is not loaded behind its back.
    for (const content of contents) expect(content.toString()).not.toMatch(/\bimport\(/);
  });
});
