// How the three parts of dist/ are built: `client` (browser), `pages` (server rendering), `server` (Node). Chosen by mode.
import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { bundledFile } from './scripts/notices.mjs';
import { trimReact } from './scripts/trim-react.mjs';

/** Output name -> source; entries whose source does not exist are passed over. */
const serverEntries: Record<string, string> = {
  main: 'server/main.ts',
  'money-reconcile': 'server/cli/money-reconcile.ts',
  'admin-create': 'server/cli/admin-create.ts',
  'audit-verify': 'server/cli/audit-verify.ts',
  'admin-unlock': 'server/cli/admin-unlock.ts',
  'admin-reset-factors': 'server/cli/admin-reset-factors.ts',
  'money-verify': 'server/cli/money-verify.ts',
  'figures-rebuild': 'server/cli/figures-rebuild.ts',
  'visitors-rebuild': 'server/cli/visitors-rebuild.ts',
  backup: 'server/cli/backup.ts',
  'store-export': 'server/cli/store-export.ts',
  database: 'server/cli/database.ts',
  'store-import': 'server/cli/store-import.ts',
  seed: 'server/cli/seed.ts',
  'parse-email-process': 'server/modules/incoming-email/parse-email-process.ts',
  sandbox: 'sandbox/main.ts',
};

/** Each page with a live part has a script of its own beside the one that all share. */
const clientEntries: Record<string, string> = Object.fromEntries(
  [
    'shop',
    'home',
    'offer',
    'contact',
    'checkout',
    'success',
    'client',
    'order',
    'pause',
    'receipt',
    'not-found',
    'admin',
    'visits',
    'recall',
  ]
    .map((name) => [name, `web/entry-${name}.tsx`])
    .filter(([, source = '']) => existsSync(source)),
);
clientEntries['admin-worker'] = 'web/entry-admin-worker.ts';

const targets = ['chrome111', 'edge111', 'firefox114', 'safari16.4'];

/** Source maps name their sources as seen from where the build puts the files in the end. */
function sourcemapPathTransform(source: string, map: string): string {
  const finalMap = map.replace(/\.next-\d+[\\/]/, '').replace(/([\\/]web)[\\/]pages[\\/]/, '$1/');
  return relative(dirname(finalMap), resolve(dirname(map), source));
}

/** What the home page shares with others. It makes no calls, and must not load what does. */
const partsOfHome =
  /[\\/](web[\\/]ui[\\/](class-names|icon)\.|contract[\\/](numbers|money|pages|pricing)|shop[\\/](hydrate|memory|accent|hydrated|in-progress-order|texts))\b/;

/** What pages that make calls share: named, because the admin shares more of both folders with itself. */
const partsOfCalls =
  /[\\/](web[\\/](api|ui[\\/](button|field|spinner|more-icons)|shop[\\/]quantity)|contract[\\/](email-address|unattended-header))\./;

const partsOfLinkField =
  /[\\/](shop[\\/](link-field[\\/]|checkout[\\/]focus-later)|contract[\\/]pasted-links|ui[\\/]field-help)/;

/** Of the checkout, without its parts on demand. */
const partsOfCheckout = /[\\/]shop[\\/]checkout[\\/](?!focus-later|method-choice|pay-order|stripe-form|wallets)/;

/** What the pages that read an order share: one file instead of five small ones. */
const partsOfOrders = /[\\/](contract[\\/](category|order-progress|order-state|provider-status)|shop[\\/]read-order)\./;

type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/**
 * Bundles the modules of the admin's first screen that no public page imports, those of the list of orders, and those that it
 * shares with the list of customers: one file instead of fifty compresses better, and a browser requests six at a time.
 * The modules of a bundle import each other and those of the bundles before it, never the other way round.
 */
function nameAdminChunk(): (id: string, modules: Modules) => string | null {
  let bundles: [name: string, ids: Set<string>][] | null = null;
  return (id, modules) => {
    bundles ??= collectAdminBundles(modules);
    return bundles.find(([, ids]) => ids.has(id))?.[0] ?? null;
  };
}

function collectAdminBundles(modules: Modules): [name: string, ids: Set<string>][] {
  const entryOf = (name: string) => resolve(import.meta.dirname, clientEntries[name] ?? '');
  const walk = (found: Set<string>, id: string, isWhole: boolean): Set<string> => {
    const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {};
    if (found.has(id)) return found;
    found.add(id);
    for (const next of isWhole ? [...importedIds, ...dynamicallyImportedIds] : importedIds) walk(found, next, isWhole);
    return found;
  };
  const importsOf = (path: string) => walk(new Set(), resolve(import.meta.dirname, 'web/admin', path), false);
  const isPublic = (name: string) => !name.startsWith('admin');
  const publicModules = new Set<string>();
  for (const name of Object.keys(clientEntries).filter(isPublic)) walk(publicModules, entryOf(name), true);
  const first = walk(new Set(), entryOf('admin'), false);
  // The entry is no part of it: it loads texts, which import these modules.
  first.delete(entryOf('admin'));
  // The styles stay with the entry, whose document names them. The package of the queries names all its parts: only pages use
  // lists that grow.
  const isLater = (id: string) => /\.css\b|[\\/](useInfiniteQuery|infiniteQueryObserver)\./.test(id);
  // Home requests these behind its first frame, without what only lists use.
  const ofHome = ['overview/revenue-overview.tsx', 'action-items/action-item-groups.tsx'].flatMap((path) => [
    ...importsOf(path),
  ]);
  const others = new Set([...publicModules, ...first, ...ofHome]);
  const orders = [...importsOf('orders/orders-tab.tsx')].filter((id) => !others.has(id) && !/\.css\b/.test(id));
  const customers = importsOf('customers/customers-tab.tsx');
  return [
    ['admin-first', new Set([...first].filter((id) => !publicModules.has(id) && !isLater(id)))],
    ['admin-lists', new Set(orders.filter((id) => customers.has(id)))],
    ['admin-orders', new Set(orders.filter((id) => !customers.has(id)))],
  ];
}

/** The licences of the packages that a part of the build holds, for its notices. */
const license = { fileName: bundledFile };

/** `packages.json` of a build: the packages whose code it holds, for the bill of materials of a release. */
function listPackages(): Plugin {
  return {
    name: 'list-packages',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []));
      const names = modules.map((id) => /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1]);
      const packages = [...new Set(names)].filter((name) => name !== undefined).sort();
      this.emitFile({ type: 'asset', fileName: 'packages.json', source: JSON.stringify(packages) });
    },
  };
}

/**
 * A part on demand is loaded as it is. Vite's own loader would preload its imports with 900 bytes more on each page, and
 * most of them are there already.
 */
function loadPartsPlainly(): Plugin {
  return {
    name: 'load-parts-plainly',
    enforce: 'pre',
    load(id) {
      return id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load();' : null;
    },
  };
}

const client: UserConfig = {
  plugins: [trimReact(), react(), tailwindcss(), listPackages(), loadPartsPlainly()],
  publicDir: false,
  // No code for React's developer tools, and for a function that no browser has: 400 bytes less on each page.
  define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined', setImmediate: 'undefined' },
  build: {
    outDir: 'dist/web/client',
    license,
    target: targets,
    cssTarget: targets,
    manifest: 'manifest.json',
    modulePreload: false,
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: clientEntries,
      // Reading a constant has no side effects, so a chunk of texts contains only the texts that it uses.
      // The modules of both folders have no side effects.
      treeshake: {
        propertyReadSideEffects: false,
        moduleSideEffects: [{ test: /[\\/](contract|texts)[\\/]/, sideEffects: false }],
      },
      // Few files instead of many small ones: React, what all live parts share, and what those share that make calls.
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime|preload-helper/,
              priority: 3,
            },
            // Pages without live parts load it, too, and must not load React for it.
            { name: 'languages', test: /(contract[\\/]languages|shop[\\/]language-memory)\./, priority: 4 },
            { name: 'parts', test: partsOfHome, minShareCount: 3, priority: 2 },
            // Links, shares and corrections of emails: the checkout needs no more of what reads an order.
            {
              name: 'post-links',
              test: /contract[\\/](post-links|share|email-address)\./,
              minShareCount: 2,
              priority: 3,
            },
            // The home page loads it on demand, the checkout with the rest.
            { name: 'link-field', test: partsOfLinkField, minShareCount: 2, priority: 1 },
            { name: 'orders', test: partsOfOrders, minShareCount: 3, priority: 2 },
            { name: 'calls', test: partsOfCalls, minShareCount: 4, priority: 2 },
            { name: 'links', test: /[\\/]shop[\\/](links|order-email)\./, minShareCount: 2, priority: 2 },
            // The admin replaces links by the same rules, and makes keys without the rest of the checkout.
            {
              name: 'checkout-rules',
              test: /(contract[\\/]checkout-rules|web[\\/]new-key)\./,
              minShareCount: 2,
              priority: 2,
            },
            // One file, also of what the payment of an existing order uses on demand.
            { name: 'checkout-parts', test: partsOfCheckout, priority: 0 },
            { name: nameAdminChunk(), priority: 0, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
};

/** The server renders no styles of parts on demand. */
function leaveStylesOut(): Plugin {
  const none = '\0none.js';
  return {
    name: 'leave-styles-out',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith('.css?inline') ? none : null),
    load: (id) => (id === none ? 'export default "";' : null),
  };
}

const pages: UserConfig = {
  plugins: [react(), leaveStylesOut(), listPackages()],
  publicDir: false,
  // React goes into the file, in its production form, whatever the environment says later.
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist/web/pages',
    license,
    ssr: 'web/entry-server.tsx',
    target: 'node20',
    emptyOutDir: false,
    copyPublicDir: false,
    sourcemap: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'entry-server.js', sourcemapPathTransform } },
  },
};

const server: UserConfig = {
  plugins: [listPackages()],
  publicDir: false,
  build: {
    outDir: 'dist/server',
    license,
    ssr: true,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(serverEntries).filter(([, source]) => existsSync(source))),
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js', sourcemapPathTransform },
    },
  },
};

export default defineConfig(({ mode }) => {
  const chosen = { client, pages, server }[mode];
  if (!chosen) throw new Error(`Build with scripts/build.mjs: there is no part named "${mode}".`);
  return chosen;
});
