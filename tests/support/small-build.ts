// A build in small: the files that the pages read, and a rendering that counts its calls. Made before the tests of a
// file, removed after them.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { defaultStoreProfile } from '../../contract/store-profile.ts';
import { registerPages } from '../../server/pages/pages.routes.ts';
import { createPages, type Pages, type PagesOptions } from '../../server/pages/pages.ts';

/** The same object at each call, as pages expect it. */
const noSpeeds = {};

type PaymentPages = Awaited<ReturnType<PagesOptions['payment']>>;
type Changes = Partial<Omit<PagesOptions, 'payment'>> & { payment?: Partial<PaymentPages> };

export const css = 'body{color:red}';
export const homeCss = 'body{color:blue}';
export const livePages = ['home', 'checkout', 'success', 'client'];

export function smallBuild() {
  let distDir = '';
  const open: FastifyInstance[] = [];
  beforeAll(async () => {
    distDir = await mkdtemp(join(tmpdir(), 'pages-'));
    const assets = join(distDir, 'web', 'client', 'assets');
    await mkdir(assets, { recursive: true });
    const chunks = livePages.map((name) => [
      `web/entry-${name}.tsx`,
      { file: `assets/${name}-1.js`, imports: ['_shared.js'] },
    ]);
    const manifest = {
      '_shared.js': { file: 'assets/shared-1.js', imports: ['_shared.js'] },
      'web/entry-shop.tsx': {
        file: 'assets/shop-1.js',
        css: ['assets/shop-1.css'],
        assets: ['assets/font-1.woff2'],
      },
      'web/entry-admin.tsx': { file: 'assets/admin-1.js', css: ['assets/admin-1.css'] },
      'web/entry-recall.tsx': { file: 'assets/recall-1.js' },
      'web/entry-admin-worker.ts': { file: 'assets/admin-worker-1.js' },
      ...Object.fromEntries(chunks),
      'web/entry-home.tsx': { file: 'assets/home-1.js', imports: ['_shared.js'], css: ['assets/home-1.css'] },
    };
    await writeFile(join(distDir, 'web', 'client', 'manifest.json'), JSON.stringify(manifest));
    await writeFile(join(assets, 'shop-1.css'), `${css}\n`);
    await writeFile(join(assets, 'home-1.css'), `${homeCss}\n`);
    await writeFile(join(assets, 'shop-1.js'), 'let plain;');
    await writeFile(join(assets, 'admin-worker-1.js'), 'let worker;');
    await writeFile(join(assets, 'font-1.woff2'), 'letters');
    await writeFile(join(assets, 'shop-1.js.br'), 'compressed');
    await writeFile(join(distDir, 'web', 'package.json'), '{"type":"module"}');
    await writeFile(
      join(distDir, 'web', 'entry-server.js'),
      `let rendered = 0;
    export const render = (data) => {
      rendered += 1;
      if (data.store.name === 'broken') throw new Error('cannot render');
      return { title: data.store.name + ' <' + data.page + '>', description: '"d"', html: '<p>' + data.page + (data.variant ?? '') + ' ' + data.lang + ' ' + rendered + '</p>', head: '<meta property="og:title" content="x">', data };
    };`,
    );
  });
  afterEach(async () => {
    for (const server of open.splice(0)) await server.close();
  });
  afterAll(() => rm(distDir, { recursive: true, force: true }));

  function pagesWith({ payment: changed = {}, ...more }: Changes = {}): Promise<Pages> {
    const libraryUrl = 'https://pay.example/lib.js';
    const payment = {
      libraryUrl,
      sources: sourcesOf('https://pay.example'),
      isSandbox: true,
      hasChoice: false,
      hasOtherWays: false,
      takesCards: true,
      takesTransfers: false,
      hasTransferTexts: false,
      hasLimits: false,
      ...changed,
    };
    return createPages({
      distDir,
      publicUrl: 'https://shop.example',
      profile: async () => ({ profile: defaultStoreProfile, version: 1 }),
      speeds: async () => noSpeeds,
      payment: async () => payment,
      ...more,
    });
  }

  async function served(more: Changes = {}, pick = () => 1 as const) {
    const server = fastify();
    open.push(server);
    server.setNotFoundHandler((_, reply) => reply.code(404).send({ message: 'Not found.' }));
    await registerPages(
      server,
      await pagesWith(more),
      {
        findReceipt: async () => null,
        findPause: async () => null,
        findOrderPage: async () => null,
        findStatus: async () => null,
      },
      pick,
    );
    return (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
      server.inject({ method, url, headers });
  }

  return { pagesWith, served, distDirOf: () => distDir };
}

export function sourcesOf(source: string): PaymentPages['sources'] {
  return { script: [source], connect: [source], frame: [source], form: [source], image: [] };
}
