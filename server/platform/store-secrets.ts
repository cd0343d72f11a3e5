// The two secrets of a store: from the environment, or of a sandbox store's own making in its data folder. The start and every
// command read them here.
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { createSecretFile, hexSecret, readSecretFile, SecretRefusal } from './secret-file.ts';

export type StoreSecretsOptions = {
  config: Pick<Config, 'jwtSecret' | 'secretsKey' | 'dataDir' | 'mode'>;
  database: Pick<Database, 'db'>;
  /** Gets whole sentences for the operator. */
  warn: (message: string) => void;
};

const jwtLoss = 'everybody is signed out, and links of receipts and backup codes end';
const jwtRenewal = `stop the store, delete the file and start; then ${jwtLoss}`;
const keyRenewal = 'docs/operating.md says how to replace it';

/** Signs sessions. Throws SecretRefusal where its file cannot be used. */
export async function resolveJwtSecret({ config, database, warn }: StoreSecretsOptions): Promise<string> {
  if (config.jwtSecret) return config.jwtSecret;
  const path = join(config.dataDir, config.mode, 'jwt-secret');
  const options = { form: hexSecret, renewal: jwtRenewal, warn };
  const found = readSecretFile(path, options);
  if (found.secret !== null) return found.secret;
  if (!found.isMissing) {
    throw new SecretRefusal(
      `${path} ${found.problem}: restore it from a copy, or delete it to get a new one; then ${jwtLoss}.`,
    );
  }
  if (await hasAdmins(database)) {
    warn(`${path} was missing and is created again: ${jwtLoss}. Restore it from a copy to undo this.`);
  }
  return createSecret(path, options);
}

/** Encrypts secrets in the database. Throws SecretRefusal when its file is invalid, or lost and needed. */
export async function resolveSecretsKey({ config, database, warn }: StoreSecretsOptions): Promise<string> {
  if (config.secretsKey) return config.secretsKey;
  const path = join(config.dataDir, config.mode, 'secrets-key');
  const options = { form: hexSecret, renewal: keyRenewal, warn };
  const found = readSecretFile(path, options);
  if (found.secret !== null) return found.secret;
  const sealed = await listSealedKinds(database);
  if (sealed.length > 0) {
    throw new SecretRefusal(
      `${path} ${found.problem}: restore it from a copy, because without it these cannot be read: ${sealed.join(', ')}; docs/operating.md says how to give them up.`,
    );
  }
  if (!found.isMissing) {
    throw new SecretRefusal(
      `${path} ${found.problem}: restore it from a copy, or delete it to get a new one; nothing is encrypted with it yet.`,
    );
  }
  return createSecret(path, options);
}

function createSecret(path: string, options: Parameters<typeof readSecretFile>[1]): string {
  createSecretFile(path);
  const made = readSecretFile(path, options);
  if (made.secret === null) throw new SecretRefusal(`${path} ${made.problem}, although it was just made: start again.`);
  return made.secret;
}

async function hasAdmins({ db }: Pick<Database, 'db'>): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`select exists (select from admins) as has`);
  return rows[0]?.has === true;
}

async function listSealedKinds({ db }: Pick<Database, 'db'>): Promise<string[]> {
  const { rows } = await db.execute<{ kind: string }>(sql`
    select 'provider keys' as kind where exists (select from provider_settings where api_key_sealed is not null)
      or exists (select from providers where api_key_sealed is not null)
    union all select 'secrets of webhooks' where exists (select from webhook_endpoints)
    union all select 'notification channels' where exists (select from notification_channels)
    union all select 'passwords of mail servers' where exists
      (select from infrastructure_settings where password is not null)
    union all select 'keys of payment gateways' where exists
      (select from payment_methods where secrets <> '{}')
    union all select 'the heartbeat' where exists (select from heartbeats)
    union all select 'authenticator apps' where exists (select from admins where totp_confirmed_at is not null)
  `);
  return rows.map(({ kind }) => kind);
}
