import { defineConfig } from 'vitest/config';

// unit: pure rules and one adapter at a time. api: the store behind its contract on real PostgreSQL.
// hostile: the same store, asked what nobody asks who means well. web: components in happy-dom.
// e2e: journeys in real Chromium against the built store. visual: how its pages look.
/** These start the bundled server: with another one (`DATABASE_URL`) they would prove the same again. */
const onOwnServer = ['server/store/embedded*.test.ts', 'tests/api/jobs-stalled.test.ts'];

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // As patient as the tests: a busy machine is no failure.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.unit.test.ts',
            'sandbox/**/*.test.ts',
            'tests/house/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['server/**/*.test.ts', 'tests/api/**/*.test.ts'],
          exclude: ['**/*.unit.test.ts', '**/node_modules/**', ...(process.env.DATABASE_URL ? onOwnServer : [])],
          globalSetup: ['tests/world/postgres.setup.ts'],
        },
      },
      { extends: true, test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], environment: 'happy-dom' } },
      {
        extends: true,
        test: {
          name: 'hostile',
          include: ['tests/hostile/**/*.test.ts'],
          globalSetup: ['tests/world/postgres.setup.ts', 'tests/world/build.setup.ts'],
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/world/build.setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'visual',
          include: ['tests/visual/**/*.test.ts'],
          globalSetup: ['tests/world/build.setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
