import { defineConfig } from 'vitest/config';
import { BrowserTestsFirst } from './scripts/browser-tests-first.mjs';

/** Slow, or proves the same as a faster test: only the full tier runs it. */
const slow = '**/*.slow.test.{ts,tsx}';
/** Always start the bundled server, so that another one (`DATABASE_URL`) changes nothing for them. */
const onOwnServer = ['server/database/embedded*.test.ts', 'tests/api/jobs-stalled*.test.ts'];
const notHere = ['**/node_modules/**', ...(process.env.DATABASE_URL ? onOwnServer : [])];

const api = { globalSetup: ['tests/support/postgres.setup.ts'] };
const browser = {
  globalSetup: ['tests/support/build.setup.ts', 'tests/support/postgres.setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 180_000,
};
/** One file at a time: a loaded machine would change the results. */
const alone = { fileParallelism: false };
/** Files share a process and its loaded modules. */
const shared = { isolate: false };
const components = { ...shared, environment: 'happy-dom', setupFiles: ['web/testing-setup.tsx'] };

const unitFiles = [
  'contract/**/*.test.ts',
  'server/**/*.unit.test.ts',
  'sandbox/**/*.test.ts',
  'tests/repo/**/*.test.ts',
];
const apiFiles = ['server/**/*.test.ts', 'tests/api/**/*.test.ts'];
/** `npm test` runs both in the same processes, which load each module once: 308 instead of 358 s of processor time. */
const serverProjects =
  process.env.SERVER_TESTS === 'together'
    ? [{ ...api, name: 'server', include: [...unitFiles, ...apiFiles], exclude: [slow, ...notHere] }]
    : [
        { name: 'unit', include: unitFiles, exclude: [slow] },
        { ...api, name: 'api', include: apiFiles, exclude: ['**/*.unit.test.ts', slow, ...notHere] },
      ];

// The fast tier. unit: pure rules, and one adapter at a time. web: components in happy-dom. api: the store's contract on a
// real PostgreSQL. e2e: journeys in Chromium against the built store. visual: screenshots and layouts of its pages.
// Only in the full tier: slow-api, slow-web, slow-e2e and slow-visual. process: the built store as a process, with faults.
// fuzz: generated invalid requests.
export default defineConfig({
  test: {
    pool: 'forks',
    execArgv: ['--import', './tests/support/typescript-in-processes.mjs'],
    maxWorkers: 3,
    sequence: { sequencer: BrowserTestsFirst },
    // Limits end what hangs. A busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: { ...components, name: 'web', include: ['web/**/*.test.{ts,tsx}'], exclude: [slow] },
      },
      ...serverProjects.map((test) => ({ extends: true as const, test: { ...shared, ...test } })),
      {
        extends: true,
        test: { ...browser, ...shared, name: 'e2e', include: ['tests/e2e/**/*.test.ts'], exclude: [slow] },
      },
      {
        extends: true,
        test: { ...browser, ...shared, name: 'visual', include: ['tests/visual/**/*.test.ts'], exclude: [slow] },
      },
      {
        extends: true,
        test: {
          ...api,
          ...shared,
          name: 'slow-api',
          include: ['{server,sandbox,tests/api,tests/repo}/**/*.slow.test.ts'],
          exclude: notHere,
        },
      },
      { extends: true, test: { ...components, name: 'slow-web', include: ['web/**/*.slow.test.tsx'] } },
      {
        extends: true,
        test: { ...browser, ...shared, name: 'slow-e2e', include: ['tests/e2e/**/*.slow.test.ts'] },
      },
      {
        extends: true,
        test: { ...browser, ...shared, name: 'slow-visual', include: ['tests/visual/**/*.slow.test.ts'] },
      },
      { extends: true, test: { ...browser, ...alone, name: 'process', include: ['tests/process/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          ...alone,
          name: 'fuzz',
          include: ['tests/fuzz/**/*.test.ts'],
          globalSetup: browser.globalSetup,
        },
      },
    ],
  },
});
