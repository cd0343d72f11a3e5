// The environment, read and validated once. An invalid value stops the start with its name and the valid form.
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { isPlainAddress } from '../../contract/email-address.ts';
import { type GatewayName, gateways } from '../../contract/gateways.ts';
import { normalAddress } from '../../contract/normal-address.ts';
import { stripeKeyHeads } from '../../contract/payment-method-rules.ts';
import { isTimeZone } from '../../contract/time-zones.ts';
import { readTracing, type TracingConfig } from '../observability/tracing/tracing-config.ts';
import type { MpgsKeys, StripeKeys } from '../ports/payment-methods.ts';
import { type Env, type Environment, isUrlOf, machineZone, openEnvironment } from './environment.ts';

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
  /** Other programs of PostgreSQL for the bundled database: absolute; null for the bundled ones. */
  postgresBinDir: string | null;
  demoData: boolean;
  /** The machine's time zone; used by the store until an operator chooses one. */
  timeZone: string;
  firstAdmin: { email: string; password: string } | null;
  /** Null in sandbox mode: made once and kept in `dataDir`. */
  jwtSecret: string | null;
  /** Encrypts secrets in the database. Null in sandbox mode: generated once and kept in `dataDir`. */
  secretsKey: string | null;
  /** The gateway of new payments until an owner turns methods on or off; the others are queried about their own payments. */
  paymentGateway: GatewayName;
  /** Null: keys of the settings, the built-in sandbox (sandbox mode), or not in use. */
  mpgs: MpgsKeys | null;
  /** Null: keys of the settings, or not in use. */
  stripe: StripeKeys | null;
  /** Also for keys of the settings. Null: Stripe's own address. */
  stripeApiUrl: string | null;
  /** Null: the built-in sandbox (sandbox mode only), or none yet. */
  provider: { apiUrl: string; apiKey: string; likesServiceId: string; viewsServiceId: string } | null;
  /** Null: emails are stored and not sent. */
  mail: { smtpUrl: string; from: MailSender } | null;
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
  const environment = openEnvironment(env);
  const { read, wrong, wholeNumber, oneOf } = environment;

  const mode = oneOf('MODE', 'sandbox', ['sandbox', 'live']);
  const live = mode === 'live';
  const port = wholeNumber('PORT', 3000, 1, 65_535, 'must be a port number from 1 to 65535.');
  const publicUrl = (read('PUBLIC_URL') || `http://localhost:${port}`).replace(/\/+$/, '');
  environment.checkHttpUrl('PUBLIC_URL', publicUrl, live);
  const databaseUrl = readDatabaseUrl('DATABASE_URL', environment);
  const databaseDirectUrl = readDatabaseUrl('DATABASE_DIRECT_URL', environment);
  if (databaseDirectUrl && !databaseUrl) wrong('DATABASE_URL', 'is required when DATABASE_DIRECT_URL is set.');
  const databaseReplica = readReplica(environment, databaseUrl !== null);
  const prepared = oneOf('DATABASE_PREPARED', 'on', ['on', 'off']);
  if (prepared === 'off' && !databaseDirectUrl)
    wrong('DATABASE_DIRECT_URL', 'is required when DATABASE_PREPARED is off: listening and jobs need a session.');
  const demoData = oneOf('DEMO_DATA', 'on', ['on', 'off']) === 'on';
  const jwtSecret = readSecret('JWT_SECRET', environment, live);
  const secretsKey = readSecret('SECRETS_KEY', environment, live);
  if (secretsKey && secretsKey === jwtSecret) wrong('SECRETS_KEY', 'must be another one than JWT_SECRET.');
  const paymentGateway = oneOf<GatewayName>('PAYMENT_GATEWAY', 'mpgs', gateways);
  const trustProxy = read('TRUST_PROXY');
  if (live && !trustProxy)
    wrong('TRUST_PROXY', 'is required in live mode: the number of proxies, their addresses, or none.');
  const logLevel = oneOf('LOG_LEVEL', 'info', ['debug', 'info', 'warn', 'error', 'silent']);
  const geoipFile = read('GEOIP_DB') ? resolve(read('GEOIP_DB')) : null;
  if (geoipFile !== null && !existsSync(geoipFile)) wrong('GEOIP_DB', 'must be the path of an .mmdb file.');
  const postgresBinDir = read('POSTGRES_BIN_DIR') ? resolve(read('POSTGRES_BIN_DIR')) : null;
  if (postgresBinDir !== null && !existsSync(postgresBinDir))
    wrong('POSTGRES_BIN_DIR', 'must be a folder with the programs postgres and initdb.');
  const auditHeadFile = read('AUDIT_HEAD_PATH') ? resolve(read('AUDIT_HEAD_PATH')) : null;
  if (auditHeadFile !== null && !existsSync(dirname(auditHeadFile)))
    wrong('AUDIT_HEAD_PATH', 'must be the path of a file in a folder that exists.');
  const rateLimitFactor = Number(read('RATE_LIMIT_FACTOR') || '1');
  if (!(rateLimitFactor > 0 && Number.isFinite(rateLimitFactor)))
    wrong('RATE_LIMIT_FACTOR', 'must be a number above 0.');

  const stripeApiUrl = read('STRIPE_API_URL') || null;
  if (stripeApiUrl) environment.checkHttpUrl('STRIPE_API_URL', stripeApiUrl, live);
  const configured = {
    mpgs: readMpgs(environment, live, live && read('PAYMENT_GATEWAY') === 'mpgs'),
    stripe: readStripe(environment, live, paymentGateway === 'stripe', stripeApiUrl),
  };

  const config: Config = {
    port,
    host: read('HOST') || '127.0.0.1',
    publicUrl,
    mode,
    dataDir: resolve(read('DATA_DIR') || './data'),
    databaseUrl,
    databaseDirectUrl,
    databaseReplica,
    namedStatements: prepared === 'on',
    databasePool: wholeNumber('DATABASE_POOL', 10, 2, 500),
    postgresBinDir,
    demoData: demoData && !live,
    timeZone: isTimeZone(read('TZ')) ? read('TZ') : machineZone(),
    firstAdmin: readFirstAdmin(environment),
    jwtSecret,
    secretsKey,
    paymentGateway,
    ...configured,
    stripeApiUrl,
    provider: readProvider(environment, live),
    mail: readMail(environment),
    imapUrl: readImapUrl(environment),
    trustProxy: parseTrustProxy(trustProxy, environment),
    trustProxySet: trustProxy !== '',
    rateLimitFactor,
    logLevel,
    geoipFile,
    auditHeadFile,
    stopDelayMs: 1000 * wholeNumber('STOP_DELAY_SECONDS', 0, 0, 60),
    backupPublicKey: read('BACKUP_PUBLIC_KEY') || null,
    backup: readBackup(environment),
    metrics: readMetrics(environment, port),
    tracing: readTracing(environment),
  };
  const problems = environment.listProblems();
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

/** No money moves: payments go to the built-in sandbox. */
export function takesSandboxMoney({ mode, paymentGateway, mpgs }: Config): boolean {
  return mode === 'sandbox' && paymentGateway === 'mpgs' && mpgs === null;
}

function readDatabaseUrl(name: string, { read, wrong }: Environment): string | null {
  const url = read(name) || null;
  if (url && !/^postgres(ql)?:\/\//.test(url)) wrong(name, 'must start with postgres://.');
  return url;
}

function readReplica(environment: Environment, hasPrimary: boolean): Config['databaseReplica'] {
  const staleSeconds = environment.wholeNumber('DATABASE_REPLICA_STALE_SECONDS', 5, 0, 300);
  const url = readDatabaseUrl('DATABASE_REPLICA_URL', environment);
  if (!url) return null;
  if (!hasPrimary) environment.wrong('DATABASE_URL', 'is required when DATABASE_REPLICA_URL is set.');
  return { url, staleSeconds };
}

function readSecret(name: string, { read, wrong }: Environment, live: boolean): string | null {
  const secret = read(name) || null;
  if (secret && Buffer.byteLength(secret) < 32) wrong(name, 'must be at least 32 bytes long.');
  if (live && !secret) wrong(name, 'is required in live mode (at least 32 bytes).');
  return secret;
}

function readFirstAdmin({ read, wrong }: Environment): Config['firstAdmin'] {
  const [email, password] = [read('ADMIN_EMAIL'), read('ADMIN_PASSWORD')];
  if (!email && !password) return null;
  if (!email) wrong('ADMIN_EMAIL', 'is required when ADMIN_PASSWORD is set.');
  else if (!/^\S+@\S+$/.test(email)) wrong('ADMIN_EMAIL', 'must be an email address.');
  if (!password) wrong('ADMIN_PASSWORD', 'is required when ADMIN_EMAIL is set.');
  else if (password.length < 8) wrong('ADMIN_PASSWORD', 'must be at least 8 characters long.');
  return { email: normalAddress(email), password };
}

function readProvider({ read, wrong, checkHttpUrl }: Environment, live: boolean): Config['provider'] {
  const apiUrl = read('PROVIDER_API_URL');
  const apiKey = read('PROVIDER_API_KEY');
  if (!apiUrl && !apiKey) return null;
  checkHttpUrl('PROVIDER_API_URL', apiUrl, live);
  if (!apiKey) wrong('PROVIDER_API_KEY', 'is required together with PROVIDER_API_URL.');
  return { apiUrl, apiKey, likesServiceId: read('LIKES_SERVICE_ID'), viewsServiceId: read('VIEWS_SERVICE_ID') };
}

function readMail({ read, wrong }: Environment): Config['mail'] {
  const [smtpUrl, sender] = [read('SMTP_URL'), read('MAIL_FROM')];
  if (!smtpUrl && !sender) return null;
  if (!smtpUrl) wrong('SMTP_URL', 'is required when MAIL_FROM is set.');
  else if (!isUrlOf(smtpUrl, /^smtps?:$/)) wrong('SMTP_URL', 'must be an smtp:// or smtps:// address.');
  const from = parseMailSender(sender);
  if (!sender) wrong('MAIL_FROM', 'is required when SMTP_URL is set.');
  else if ('problem' in from) wrong('MAIL_FROM', from.problem);
  return 'problem' in from ? null : { smtpUrl, from };
}

// A user name or password that is not percent-encoded makes another address.
function readImapUrl({ read, wrong }: Environment): string | null {
  const url = read('IMAP_URL');
  if (!url) return null;
  const isComplete = () => isDecodable(url) && new URL(url).username !== '' && new URL(url).password !== '';
  if (!isUrlOf(url, /^imaps?:$/) || !isComplete())
    wrong('IMAP_URL', 'must be an imaps:// or imap:// address with user name and password, percent-encoded.');
  return url;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function readMetrics({ read, wrong, wholeNumber }: Environment, storePort: number): Config['metrics'] {
  const token = read('METRICS_TOKEN');
  if (!read('METRICS_PORT') && !token) return null;
  const right = 'must be a port number from 1 to 65535, another one than PORT.';
  const port = wholeNumber('METRICS_PORT', 0, 1, 65_535, right) || null;
  if (port === storePort) wrong('METRICS_PORT', right);
  if (token && token.length < 16) wrong('METRICS_TOKEN', 'must be at least 16 characters long.');
  return { port, token: token || null };
}

function readBackup({ read, wholeNumber }: Environment): Config['backup'] {
  const folder = read('BACKUP_DIR');
  const keep = wholeNumber('BACKUP_KEEP', 7, 1, 1000);
  return folder ? { folder: resolve(folder), keep } : null;
}

function parseTrustProxy(value: string, { wrong }: Environment): Config['trustProxy'] {
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

// The value of MAIL_FROM: an address, or a name with an address in angle brackets (RFC 5322).

/** `name`: null if emails show the name of the store. */
type MailSender = { address: string; name: string | null };

const mostLetters = 100;
/** A name with one of these characters needs quotes. */
const needsQuotes = /[()<>[\]:;@\\,"]/;

/** The sender, or the problem with the text. */
export function parseMailSender(text: string): MailSender | { problem: string } {
  // A line break would start another header (header injection).
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text)) return { problem: 'must be one line without control characters.' };
  const [, before, inBrackets] = /^(.*)<([^<>]*)>$/u.exec(text.trim()) ?? [];
  const address = normalAddress((inBrackets ?? text).trim());
  if (!isPlainAddress(address)) return { problem: 'must be an email address, or a name and <address>.' };
  const typed = before?.trim() ?? '';
  if (typed === '') return { address, name: null };
  const [, quoted] = /^"((?:[^"\\]|\\.)*)"$/u.exec(typed) ?? [];
  if (quoted === undefined && needsQuotes.test(typed))
    return { problem: 'must have its name in quotes: "Shop, Inc." <shop@example.com>.' };
  const name = (quoted?.replace(/\\(.)/gu, '$1') ?? typed).trim();
  if ([...name].length > mostLetters) return { problem: `must have a name of at most ${mostLetters} characters.` };
  return { address, name: name === '' ? null : name };
}

// The variables of the card gateways.

function readMpgs(environment: Environment, live: boolean, required: boolean): MpgsKeys | null {
  const { read, wrong, checkHttpUrl, readGroup } = environment;
  const names = ['MPGS_BASE_URL', 'MPGS_MERCHANT_ID', 'MPGS_API_PASSWORD', 'MPGS_WEBHOOK_SECRET'];
  const values = readGroup(names, required ? 'with PAYMENT_GATEWAY=mpgs in live mode' : null);
  if (values === null) return null;
  const [baseUrl = '', merchantId = '', apiPassword = '', webhookSecret = ''] = values;
  if (baseUrl) checkHttpUrl('MPGS_BASE_URL', baseUrl, live);
  if (live && merchantId.startsWith('YOUR_')) wrong('MPGS_MERCHANT_ID', 'is still the placeholder of the example.');
  const apiVersion = read('MPGS_API_VERSION') || '100';
  if (!/^\d+$/.test(apiVersion)) wrong('MPGS_API_VERSION', 'must be a whole number.');
  return { baseUrl: baseUrl.replace(/\/+$/, ''), apiVersion, merchantId, apiPassword, webhookSecret };
}

function readStripe(
  { wrong, readGroup }: Environment,
  live: boolean,
  chosen: boolean,
  apiUrl: string | null,
): StripeKeys | null {
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'];
  const values = readGroup(names, chosen ? 'together with PAYMENT_GATEWAY=stripe' : null);
  if (values === null) return null;
  const [secretKey = '', publishableKey = '', webhookSecret = ''] = values;
  const checkKey = (name: string, key: string, heads: readonly string[]) => {
    if (key === '' || heads.some((head) => key.startsWith(head))) return;
    wrong(name, `must begin with ${heads.join(' or ')} in ${live ? 'live' : 'sandbox'} mode.`);
  };
  const heads = stripeKeyHeads(live);
  checkKey('STRIPE_SECRET_KEY', secretKey, heads.secret_key);
  checkKey('STRIPE_PUBLISHABLE_KEY', publishableKey, heads.publishable_key);
  const webhookSecrets = webhookSecret.split(/[\s,]+/).filter(Boolean);
  return { secretKey, publishableKey, webhookSecrets, apiUrl };
}
