// The secrets that a sandbox store keeps in its folder: made, lost, emptied, spoiled.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { SecretRefusal } from './secret-file.ts';
import { resolveJwtSecret, resolveSecretsKey } from './store-secrets.ts';

let root: string;
let dataDir: string;
let db: TestDatabase;
let warnings: string[];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'applaud-secrets-'));
});
beforeEach(async () => {
  await db?.drop();
  db = await freshDatabase();
  dataDir = await mkdtemp(join(root, 'data-'));
  await mkdir(join(dataDir, 'sandbox'));
  warnings = [];
});
afterAll(async () => {
  await db?.drop();
  await rm(root, { recursive: true, force: true });
});

const pathOf = (name: string) => join(dataDir, 'sandbox', name);
const deps = (given: { jwtSecret?: string; secretsKey?: string } = {}) => ({
  config: { jwtSecret: null, secretsKey: null, mode: 'sandbox' as const, dataDir, ...given },
  database: db.database,
  warn: (message: string) => void warnings.push(message),
});

async function refusalOf(work: Promise<string>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SecretRefusal);
  return (error as Error).message;
}

const addAdmin = (totpSecret: string | null) =>
  db.database.db.execute(sql`
    insert into admins (id, email, password_hash, created_at, totp_secret, totp_confirmed_at)
    values (gen_random_uuid(), 'owner@shop.example', 'x', now(), ${totpSecret}, case when ${totpSecret}::text is null then null else now() end)
  `);

/** Each way in which values are sealed, by the name that the operator reads. */
const sealedValues = {
  'provider keys': () =>
    db.database.db.execute(sql`
      insert into provider_settings (id, api_key_sealed, changed_by, changed_at) values (true, 'v1.x', 'a', now())
    `),
  'secrets of webhooks': () =>
    db.database.db.execute(sql`
      insert into webhook_endpoints (id, url, secret, events, enabled, created_at)
      values (gen_random_uuid(), 'https://x.example', 'v1.x', '{}', true, now())
    `),
  'notification channels': () =>
    db.database.db.execute(sql`
      insert into notification_channels (id, kind, name, config, least_severity, language, enabled, created_at)
      values (gen_random_uuid(), 'ntfy', 'Phone', 'v1.x', 'info', 'en', true, now())
    `),
  'the heartbeat': () => db.database.db.execute(sql`insert into heartbeats (url, interval_minutes) values ('v1.x', 5)`),
  'authenticator apps': () => addAdmin('v1.x'),
};

describe('both secrets', () => {
  test('are made silently in a folder without a store, and stay', async () => {
    const [jwt, key] = [await resolveJwtSecret(deps()), await resolveSecretsKey(deps())];
    expect(jwt).not.toBe(key);
    await addAdmin('v1.x');
    expect([await resolveJwtSecret(deps()), await resolveSecretsKey(deps())]).toEqual([jwt, key]);
    expect(warnings).toEqual([]);
  });

  test('of the environment go before any file', async () => {
    await writeFile(pathOf('jwt-secret'), '');
    await writeFile(pathOf('secrets-key'), '');
    expect(await resolveJwtSecret(deps({ jwtSecret: 'given' }))).toBe('given');
    expect(await resolveSecretsKey(deps({ secretsKey: 'given too' }))).toBe('given too');
  });
});

describe('jwt-secret', () => {
  test.each(['', 'garbage', 'ab'.repeat(31)])('that holds %j stops the start and is kept', async (text) => {
    await writeFile(pathOf('jwt-secret'), text, { mode: 0o600 });
    expect(await refusalOf(resolveJwtSecret(deps()))).toMatch(
      /jwt-secret (is empty|does not hold 64 hexadecimal digits): restore it .*delete it.*signed out[^.\n]*\.$/,
    );
    expect(await readFile(pathOf('jwt-secret'), 'utf8')).toBe(text);
  });

  test('that is lost beside a store with admins is made anew with a warning', async () => {
    await addAdmin(null);
    expect(await resolveJwtSecret(deps())).toMatch(/^[0-9a-f]{64}$/);
    expect(warnings).toEqual([expect.stringMatching(/jwt-secret was missing .*everybody is signed out/)]);
  });
});

describe('secrets-key', () => {
  test('that is spoiled before anything is encrypted may be deleted', async () => {
    await writeFile(pathOf('secrets-key'), 'garbage', { mode: 0o600 });
    expect(await refusalOf(resolveSecretsKey(deps()))).toMatch(
      /secrets-key does not hold .*delete it .*nothing is encrypted/,
    );
    await rm(pathOf('secrets-key'));
    expect(await resolveSecretsKey(deps())).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each(Object.entries(sealedValues))(
    'that is lost, empty or spoiled beside %s stops the start',
    async (kind, seal) => {
      await seal();
      const lost = await refusalOf(resolveSecretsKey(deps()));
      expect(lost).toContain(
        `secrets-key is missing: restore it from a copy, because without it these cannot be read: ${kind};`,
      );
      await expect(readFile(pathOf('secrets-key'))).rejects.toThrow('ENOENT');
      for (const [text, problem] of [
        ['', 'is empty'],
        ['garbage', 'does not hold'],
      ] as const) {
        await writeFile(pathOf('secrets-key'), text, { mode: 0o600 });
        expect(await refusalOf(resolveSecretsKey(deps()))).toContain(`secrets-key ${problem}`);
        expect(await readFile(pathOf('secrets-key'), 'utf8')).toBe(text);
      }
    },
  );

  test('that another provider needs is named too', async () => {
    await db.database.db.execute(sql`
      insert into providers (id, name, priority, enabled, api_key_sealed, changed_at)
      values ('p7', 'Second', 2, true, 'v1.x', now())
    `);
    expect(await refusalOf(resolveSecretsKey(deps()))).toContain('provider keys');
  });
});
