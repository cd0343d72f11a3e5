// The environment, read and validated once. An invalid value stops the start with its name and the valid form.
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { type GatewayName, gateways } from '../../contract/gateways.ts';
import { normalAddress } from '../../contract/normal-address.ts';
import { isTimeZone } from '../../contract/time-zones.ts';
import { type TracingConfig, tracingOf } from '../observability/tracing/tracing-config.ts';
import {
  type Env,
  isDecodable,
  isHttpUrl,
  isUrlOf,
  machineZone,
  oneOf,
  type Read,
  readValue,
  type Wrong,
  wholeNumber,
} from './config-values.ts';
import { type MpgsConfig, mpgsOf, type StripeConfig, stripeOf } from './gateway-config.ts';

export type Config = {
  port: number;
  host: string;
  /** Absolute, without a trailing slash. */
  publicUrl: string;
  mode: 'sandbox' | 'live';
  /** Absolute. */
  dataDir: string;
  /** Null: the bundled server in `dataDir`. */
  databaseUrl: string | null;
  /** Past the pooler that `databaseUrl` leads to: for listening, jobs, migrations and commands. */
  databaseDirectUrl: string | null;
  /** Answers questions of the admin, as long as it is not further behind; null: there is none. */
  databaseReplica: { url: string; staleSeconds: number } | null;
  /** False: the pooler cannot keep named statements apart. */
  namedStatements: boolean;
  databasePool: number;
  demoData: boolean;
  /** The machine's time zone; used by the store until an operator chooses one. */
  timeZone: string;
  firstAdmin: { email: string; password: string } | null;
  /** Null in sandbox mode: made once and kept in `dataDir`. */
  jwtSecret: string | null;
  /** Encrypts secrets in the database. Null in sandbox mode: generated once and kept in `dataDir`. */
  secretsKey: string | null;
  /** The gateway of new payments; the others, if configured, are still queried about their own. */
  paymentGateway: GatewayName;
  /** Null: the built-in sandbox (sandbox mode), or not in use. */
  mpgs: MpgsConfig | null;
  /** Null: not in use. */
  stripe: StripeConfig | null;
  /** Null: the built-in sandbox (sandbox mode only), or none yet. */
  provider: { apiUrl: string; apiKey: string; likesServiceId: string; viewsServiceId: string } | null;
  /** Null: emails are stored and not sent. */
  mail: { smtpUrl: string; from: string } | null;
  /** The mailbox whose emails come into the inbox; null: none is read. */
  imapUrl: string | null;
  /** The value of Fastify's trustProxy. */
  trustProxy: boolean | number | string;
  trustProxySet: boolean;
  rateLimitFactor: number;
  /** The GeoIP file: absolute; null for the bundled file of countries. */
  geoipFile: string | null;
  /**
   * Null: metrics are off. `port` listens on this machine only; without one, they are on the store's port for bearers
   * of the token.
   */
  metrics: { port: number | null; token: string | null } | null;
  /** Null: nothing is traced. */
  tracing: TracingConfig | null;
  logLevel: string;
  /** Backups are encrypted to this public key of age; null: not encrypted. */
  backupPublicKey: string | null;
  /** Where a backup is made every day, and how many stay; null: nowhere. */
  backup: { folder: string; keep: number } | null;
  /** Where the head of the audit log is written every night: absolute; null: to the log only. */
  auditHeadFile: string | null;
  /** How long requests are served after the stop signal, while `/readyz` returns 503. */
  stopDelayMs: number;
};

/** One sentence per wrong variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads `env`; throws ConfigError with every wrong variable, a line each. */
export function readConfig(env: Env): Config {
  const problems: string[] = [];
  const unread = new Set<string>();
  const read = (name: string) => readValue(env, name, unread);
  // A file that cannot be read is one mistake, not two.
  const wrong = (name: string, right: string) => void (unread.has(name) || problems.push(`${name} ${right}`));

  const mode = read('MODE') || 'sandbox';
  if (mode !== 'sandbox' && mode !== 'live') wrong('MODE', 'must be sandbox or live.');
  const live = mode === 'live';
  const port = wholeNumber(read('PORT'), 3000, 1, 65_535, () =>
    wrong('PORT', 'must be a port number from 1 to 65535.'),
  );
  const publicUrl = (read('PUBLIC_URL') || `http://localhost:${port}`).replace(/\/+$/, '');
  if (!isHttpUrl(publicUrl)) wrong('PUBLIC_URL', 'must be an absolute http or https address.');
  else if (live && !publicUrl.startsWith('https:')) wrong('PUBLIC_URL', 'must be an https address in live mode.');
  const databaseUrl = read('DATABASE_URL') || null;
  const databaseDirectUrl = read('DATABASE_DIRECT_URL') || null;
  for (const [name, url] of Object.entries({ DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl })) {
    if (url && !/^postgres(ql)?:\/\//.test(url)) wrong(name, 'must start with postgres://.');
  }
  if (databaseDirectUrl && !databaseUrl) wrong('DATABASE_URL', 'is required when DATABASE_DIRECT_URL is set.');
  const databaseReplica = replicaOf(read, databaseUrl !== null, wrong);
  const prepared = oneOf(read('DATABASE_PREPARED'), 'on', ['on', 'off'], () =>
    wrong('DATABASE_PREPARED', 'must be on or off.'),
  );
  if (prepared === 'off' && !databaseDirectUrl)
    wrong('DATABASE_DIRECT_URL', 'is required when DATABASE_PREPARED is off: listening and jobs need a session.');
  const demoData =
    oneOf(read('DEMO_DATA'), 'on', ['on', 'off'], () => wrong('DEMO_DATA', 'must be on or off.')) === 'on';
  const jwtSecret = read('JWT_SECRET') || null;
  if (jwtSecret && Buffer.byteLength(jwtSecret) < 32) wrong('JWT_SECRET', 'must be at least 32 bytes long.');
  if (live && !jwtSecret) wrong('JWT_SECRET', 'is required in live mode (at least 32 bytes).');
  const secretsKey = read('SECRETS_KEY') || null;
  if (secretsKey && Buffer.byteLength(secretsKey) < 32) wrong('SECRETS_KEY', 'must be at least 32 bytes long.');
  if (live && !secretsKey) wrong('SECRETS_KEY', 'is required in live mode (at least 32 bytes).');
  if (secretsKey && secretsKey === jwtSecret) wrong('SECRETS_KEY', 'must be another one than JWT_SECRET.');
  const gateway = oneOf<GatewayName>(read('PAYMENT_GATEWAY'), 'mpgs', gateways, () =>
    wrong('PAYMENT_GATEWAY', `must be ${gateways.join(' or ')}.`),
  );
  const trustProxy = read('TRUST_PROXY');
  if (live && !trustProxy)
    wrong('TRUST_PROXY', 'is required in live mode: the number of proxies, their addresses, or none.');
  const logLevel = oneOf(read('LOG_LEVEL'), 'info', ['debug', 'info', 'warn', 'error', 'silent'], () =>
    wrong('LOG_LEVEL', 'must be debug, info, warn, error or silent.'),
  );
  const geoipFile = read('GEOIP_DB') ? resolve(read('GEOIP_DB')) : null;
  if (geoipFile !== null && !existsSync(geoipFile)) wrong('GEOIP_DB', 'must be the path of an .mmdb file.');
  const auditHeadFile = read('AUDIT_HEAD_PATH') ? resolve(read('AUDIT_HEAD_PATH')) : null;
  if (auditHeadFile !== null && !existsSync(dirname(auditHeadFile)))
    wrong('AUDIT_HEAD_PATH', 'must be the path of a file in a folder that exists.');
  const factor = Number(read('RATE_LIMIT_FACTOR') || '1');
  if (!(factor > 0 && Number.isFinite(factor))) wrong('RATE_LIMIT_FACTOR', 'must be a number above 0.');

  const config: Config = {
    port,
    host: read('HOST') || '127.0.0.1',
    publicUrl,
    mode: live ? 'live' : 'sandbox',
    dataDir: resolve(read('DATA_DIR') || './data'),
    databaseUrl,
    databaseDirectUrl,
    databaseReplica,
    namedStatements: prepared === 'on',
    databasePool: wholeNumber(read('DATABASE_POOL'), 10, 2, 500, () =>
      wrong('DATABASE_POOL', 'must be from 2 to 500.'),
    ),
    demoData: demoData && !live,
    timeZone: isTimeZone(read('TZ')) ? read('TZ') : machineZone(),
    firstAdmin: firstAdminOf(read('ADMIN_EMAIL'), read('ADMIN_PASSWORD'), wrong),
    jwtSecret,
    secretsKey,
    paymentGateway: gateway,
    mpgs: mpgsOf(read, live, live && gateway === 'mpgs', wrong),
    stripe: stripeOf(read, live, gateway === 'stripe', wrong),
    provider: providerOf(read, live, wrong),
    mail: mailOf(read('SMTP_URL'), read('MAIL_FROM'), wrong),
    imapUrl: imapUrlOf(read('IMAP_URL'), wrong),
    trustProxy: trustProxyOf(trustProxy, wrong),
    trustProxySet: trustProxy !== '',
    rateLimitFactor: factor,
    logLevel,
    geoipFile,
    auditHeadFile,
    stopDelayMs:
      1000 *
      wholeNumber(read('STOP_DELAY_SECONDS'), 0, 0, 60, () => wrong('STOP_DELAY_SECONDS', 'must be from 0 to 60.')),
    backupPublicKey: read('BACKUP_PUBLIC_KEY') || null,
    backup: backupOf(read('BACKUP_DIR'), read('BACKUP_KEEP'), wrong),
    metrics: metricsOf(read('METRICS_PORT'), read('METRICS_TOKEN'), port, wrong),
    tracing: tracingOf(read, wrong),
  };
  for (const name of unread) problems.push(`${name}_FILE must name a file that the user who runs the store can read.`);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

/** No money moves: payments go to the built-in sandbox. */
export function takesSandboxMoney({ mode, paymentGateway, mpgs }: Config): boolean {
  return mode === 'sandbox' && paymentGateway === 'mpgs' && mpgs === null;
}

function replicaOf(read: Read, hasPrimary: boolean, wrong: Wrong): Config['databaseReplica'] {
  const url = read('DATABASE_REPLICA_URL');
  const staleSeconds = wholeNumber(read('DATABASE_REPLICA_STALE_SECONDS'), 5, 0, 300, () =>
    wrong('DATABASE_REPLICA_STALE_SECONDS', 'must be from 0 to 300.'),
  );
  if (!url) return null;
  if (!/^postgres(ql)?:\/\//.test(url)) wrong('DATABASE_REPLICA_URL', 'must start with postgres://.');
  if (!hasPrimary) wrong('DATABASE_URL', 'is required when DATABASE_REPLICA_URL is set.');
  return { url, staleSeconds };
}

function firstAdminOf(email: string, password: string, wrong: Wrong): Config['firstAdmin'] {
  if (!email && !password) return null;
  if (!email) wrong('ADMIN_EMAIL', 'is required when ADMIN_PASSWORD is set.');
  else if (!/^\S+@\S+$/.test(email)) wrong('ADMIN_EMAIL', 'must be an email address.');
  if (!password) wrong('ADMIN_PASSWORD', 'is required when ADMIN_EMAIL is set.');
  else if (password.length < 8) wrong('ADMIN_PASSWORD', 'must be at least 8 characters long.');
  return { email: normalAddress(email), password };
}

function providerOf(read: Read, live: boolean, wrong: Wrong): Config['provider'] {
  const apiUrl = read('PROVIDER_API_URL');
  const apiKey = read('PROVIDER_API_KEY');
  if (!apiUrl && !apiKey) return null;
  if (!isHttpUrl(apiUrl)) wrong('PROVIDER_API_URL', 'must be an absolute http or https address.');
  else if (live && !apiUrl.startsWith('https:')) wrong('PROVIDER_API_URL', 'must be an https address in live mode.');
  if (!apiKey) wrong('PROVIDER_API_KEY', 'is required together with PROVIDER_API_URL.');
  return { apiUrl, apiKey, likesServiceId: read('LIKES_SERVICE_ID'), viewsServiceId: read('VIEWS_SERVICE_ID') };
}

function mailOf(smtpUrl: string, from: string, wrong: Wrong): Config['mail'] {
  if (!smtpUrl && !from) return null;
  if (!smtpUrl) wrong('SMTP_URL', 'is required when MAIL_FROM is set.');
  else if (!isUrlOf(smtpUrl, /^smtps?:$/)) wrong('SMTP_URL', 'must be an smtp:// or smtps:// address.');
  if (!from) wrong('MAIL_FROM', 'is required when SMTP_URL is set.');
  else if (!/^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(from)) wrong('MAIL_FROM', 'must be an email address.');
  return { smtpUrl, from: normalAddress(from) };
}

// A user name or password that is not percent-encoded makes another address.
function imapUrlOf(url: string, wrong: Wrong): string | null {
  if (!url) return null;
  const right = 'must be an imaps:// or imap:// address with user name and password, percent-encoded.';
  if (!isUrlOf(url, /^imaps?:$/) || !isDecodable(url)) wrong('IMAP_URL', right);
  else if (!new URL(url).username || !new URL(url).password) wrong('IMAP_URL', right);
  return url;
}

function metricsOf(port: string, token: string, storePort: number, wrong: Wrong): Config['metrics'] {
  if (!port && !token) return null;
  const right = 'must be a port number from 1 to 65535, another one than PORT.';
  const number = wholeNumber(port, 0, 1, 65_535, () => wrong('METRICS_PORT', right)) || null;
  if (number === storePort) wrong('METRICS_PORT', right);
  if (token && token.length < 16) wrong('METRICS_TOKEN', 'must be at least 16 characters long.');
  return { port: number, token: token || null };
}

function backupOf(folder: string, kept: string, wrong: Wrong): Config['backup'] {
  const keep = wholeNumber(kept, 7, 1, 1000, () => wrong('BACKUP_KEEP', 'must be from 1 to 1000.'));
  return folder ? { folder: resolve(folder), keep } : null;
}

function trustProxyOf(value: string, wrong: Wrong): Config['trustProxy'] {
  if (value === '' || value === 'none') return false;
  if (/^\d+$/.test(value)) return Number(value);
  const named = value.split(',').map((part) => part.trim());
  const known = (part: string) => {
    const [address = '', bits] = part.split('/');
    return isIP(address) !== 0 && (bits === undefined || /^\d{1,3}$/.test(bits));
  };
  if (!named.every(known)) wrong('TRUST_PROXY', 'must be none, the number of proxies, or their addresses.');
  return named.join(',');
}
