import { defineConfig } from 'vitest/config';
import { BrowserTestsFirst } from './scripts/browser-tests-first.mjs';

/** What takes long, or proves what another test proves too: the full tier alone runs it. */
const slow = '**/*.slow.test.ts';
/** These start the bundled server: with another one (`DATABASE_URL`) they would prove the same again. */
const onOwnServer = ['server/store/embedded*.test.ts', 'tests/api/jobs-stalled*.test.ts'];
const elsewhere = ['**/node_modules/**', ...(process.env.DATABASE_URL ? onOwnServer : [])];

const api = { globalSetup: ['tests/world/postgres.setup.ts'] };
const browser = {
  globalSetup: ['tests/world/build.setup.ts', 'tests/world/postgres.setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 180_000,
};
/** One file after the other: they measure what they do to the machine. */
const alone = { fileParallelism: false };
/** Files share a process, and with it the modules that it has read. */
const shared = { isolate: false };

// Of the fast tier: unit: pure rules and one adapter at a time. web: components in happy-dom. api: the store behind its
// contract on real PostgreSQL. e2e: journeys in real Chromium against the built store. visual: how its pages look.
// Of the full tier alone: slow-api, slow-e2e, slow-visual: what takes long of these. process: the built store as its operator runs it, its
// faults included. hostile: the store, asked what nobody asks who means well.
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 3,
    sequence: { sequencer: BrowserTestsFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // As patient as the tests: a busy machine is no failure.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.unit.test.ts',
            'sandbox/**/*.test.ts',
            'tests/house/**/*.test.ts',
          ],
          exclude: [slow],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          pool: 'vmForks',
        },
      },
      {
        extends: true,
        test: {
          ...api,
          ...shared,
          name: 'api',
          include: ['server/**/*.test.ts', 'tests/api/**/*.test.ts'],
          exclude: ['**/*.unit.test.ts', slow, ...elsewhere],
        },
      },
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
          include: ['{server,sandbox,tests/api}/**/*.slow.test.ts'],
          exclude: elsewhere,
        },
      },
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
          name: 'hostile',
          include: ['tests/hostile/**/*.test.ts'],
          globalSetup: browser.globalSetup,
        },
      },
    ],
  },
});
