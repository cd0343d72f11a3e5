import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig, takesSandboxMoney } from './config.ts';

const live = {
  MODE: 'live',
  PUBLIC_URL: 'https://shop.example',
  JWT_SECRET: 'x'.repeat(32),
  SECRETS_KEY: 'y'.repeat(32),
  TRUST_PROXY: 'none',
  MPGS_BASE_URL: 'https://gateway.example',
  MPGS_MERCHANT_ID: 'M',
  MPGS_API_PASSWORD: 'p',
  MPGS_WEBHOOK_SECRET: 's',
};

describe('the environment', () => {
  test('an empty one gives a sandbox store on port 3000', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', mode: 'sandbox', mpgs: null, provider: null });
    expect(config.publicUrl).toBe('http://localhost:3000');
  });

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '0'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', 'proxy.example'],
    ['MODE', 'production'],
    ['PUBLIC_URL', 'shop.example'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_POOL', '1'],
    ['DATABASE_DIRECT_URL', 'postgres://direct/store'],
    ['DATABASE_REPLICA_URL', 'mysql://x'],
    ['DATABASE_REPLICA_URL', 'postgres://replica/store'],
    ['DATABASE_REPLICA_STALE_SECONDS', '301'],
    ['DATABASE_PREPARED', 'maybe'],
    ['DATABASE_PREPARED', 'off'],
    ['POSTGRES_BIN_DIR', '/no/such/folder'],
    ['DEMO_DATA', 'maybe'],
    ['JWT_SECRET', 'short'],
    ['SECRETS_KEY', 'short'],
    ['RATE_LIMIT_FACTOR', '0'],
    ['LOG_LEVEL', 'loud'],
    ['MPGS_BASE_URL', 'https://gateway.example'],
    ['PROVIDER_API_URL', 'https://provider.example'],
    ['ADMIN_EMAIL', 'owner@shop.example'],
    ['PAYMENT_GATEWAY', 'cash'],
    ['SMTP_URL', 'smtp://mail.example'],
    ['MAIL_FROM', 'shop@example.com'],
    ['IMAP_URL', 'https://user:word@mail.example'],
    ['IMAP_URL', 'imaps:mail'],
    ['IMAP_URL', 'imaps://mail.example'],
    ['IMAP_URL', 'imaps://user@mail.example'],
    ['IMAP_URL', 'imaps://user:100%@mail.example'],
    ['IMAP_URL', 'imaps://user:a/b@mail.example'],
    ['STOP_DELAY_SECONDS', '90'],
    ['BACKUP_KEEP', '0'],
    ['METRICS_PORT', '3000'],
    ['METRICS_PORT', 'nine'],
    ['METRICS_TOKEN', 'short'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector.example:4318'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'grpc://collector.example'],
    ['OTEL_SDK_DISABLED', 'maybe'],
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
  ])('a wrong %s is refused by its name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(/^[A-Z_]+ (must|is)/m);
  });

  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  test.each([
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a key'],
    ['OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'key=%'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a b=c'],
  ])('a wrong %s is refused by its name where traces are sent', (name, value) => {
    expect(() => readConfig({ ...collector, [name]: value })).toThrow(new RegExp(`^${name} must`, 'm'));
    expect(readConfig({ [name]: value }).tracing).toBeNull();
  });

  test('OpenTelemetry’s variables say where traces go, which, and whose they are', () => {
    const { tracing } = readConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/in/',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b, x-team=shop',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=test',
      OTEL_SERVICE_NAME: 'shop',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    });
    expect(tracing).toEqual({
      url: 'https://collector.example/in/v1/traces',
      headers: { 'api-key': 'a b', 'x-team': 'shop' },
      sampler: { root: 'ratio', ratio: 0.25, byParent: true },
      resource: { 'service.name': 'shop', 'deployment.environment.name': 'test' },
    });
    const direct = { ...collector, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:9/t' };
    expect(readConfig(direct).tracing?.url).toBe('http://127.0.0.1:9/t');
    expect(readConfig({ ...collector, OTEL_SDK_DISABLED: 'true' }).tracing).toBeNull();
    expect(readConfig({ ...collector, OTEL_TRACES_EXPORTER: 'none' }).tracing).toBeNull();
    const share = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' };
    expect(() => readConfig({ ...collector, ...share })).toThrow(/^OTEL_TRACES_SAMPLER_ARG must/);
  });

  test('every wrong variable is named at once', () => {
    expect(() => readConfig({ PORT: 'x', MODE: 'y' })).toThrow(/MODE must[\s\S]*PORT must/);
  });

  test('a complete live environment is taken', () => {
    expect(readConfig(live)).toMatchObject({ mode: 'live', demoData: false, mpgs: { apiVersion: '100' } });
  });

  test.each(Object.keys(live).filter((name) => name !== 'MODE'))(
    'live mode without a good %s does not start',
    (name) => {
      expect(() => readConfig({ ...live, [name]: '' })).toThrow(name);
    },
  );

  test('live mode refuses a gateway over plain http', () => {
    expect(() => readConfig({ ...live, MPGS_BASE_URL: 'http://gateway.example' })).toThrow(
      /MPGS_BASE_URL must be an https/,
    );
  });

  test('live mode refuses the placeholder of the example files', () => {
    expect(() => readConfig({ ...live, MPGS_MERCHANT_ID: 'YOUR_MERCHANT_ID' })).toThrow(/MPGS_MERCHANT_ID is still/);
  });

  const stripe = {
    PAYMENT_GATEWAY: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };

  const noGateway = { MPGS_BASE_URL: '', MPGS_MERCHANT_ID: '', MPGS_API_PASSWORD: '', MPGS_WEBHOOK_SECRET: '' };

  test('D-85: a live store starts without a gateway, but not with half of one, nor without one that is named', () => {
    expect(readConfig({ ...live, ...noGateway })).toMatchObject({ mpgs: null, stripe: null });
    expect(() => readConfig({ ...live, MPGS_API_PASSWORD: '' })).toThrow(/MPGS_API_PASSWORD is required together with/);
    for (const name of ['mpgs', 'stripe']) {
      const named = { ...live, ...noGateway, PAYMENT_GATEWAY: name };
      expect(() => readConfig(named)).toThrow(new RegExp(`is required .*with PAYMENT_GATEWAY=${name}`));
    }
  });

  test('Stripe is chosen by name, with its three keys, and by default at its own address', () => {
    const config = readConfig({ ...stripe, STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old' });
    expect(config).toMatchObject({ paymentGateway: 'stripe', mpgs: null });
    expect(config.stripe).toEqual({
      secretKey: 'sk_test_1',
      publishableKey: 'pk_test_1',
      webhookSecrets: ['whsec_new', 'whsec_old'],
      apiUrl: null,
    });
    expect(takesSandboxMoney(config)).toBe(false);
    expect(takesSandboxMoney(readConfig({}))).toBe(true);
  });

  test.each([
    ['STRIPE_SECRET_KEY', ''],
    ['STRIPE_SECRET_KEY', 'sk_live_1'],
    ['STRIPE_SECRET_KEY', 'pk_test_1'],
    ['STRIPE_PUBLISHABLE_KEY', ''],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_test_1'],
    ['STRIPE_WEBHOOK_SECRET', ''],
    ['STRIPE_API_URL', 'localhost:12111'],
  ])('Stripe with %s=%s does not start', (name, value) => {
    expect(() => readConfig({ ...stripe, [name]: value })).toThrow(new RegExp(`^${name} `, 'm'));
  });

  test('a live store takes live keys of Stripe only, and then needs no other gateway', () => {
    const keys = { ...stripe, STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
    expect(readConfig({ ...live, ...noGateway, ...keys })).toMatchObject({ paymentGateway: 'stripe', mpgs: null });
    expect(() => readConfig({ ...live, ...stripe })).toThrow(/STRIPE_SECRET_KEY must begin with sk_live_ or rk_live_/);
    expect(() => readConfig({ ...live, ...keys, STRIPE_API_URL: 'http://api.example' })).toThrow(/must be an https/);
  });

  test('a gateway that was replaced may stay configured, to be asked about its own payments', () => {
    expect(
      readConfig({ ...live, ...stripe, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }),
    ).toMatchObject({
      paymentGateway: 'stripe',
      mpgs: { merchantId: 'M' },
    });
    expect(readConfig({ ...stripe, PAYMENT_GATEWAY: 'mpgs' })).toMatchObject({ paymentGateway: 'mpgs', stripe: {} });
    expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(
      /STRIPE_PUBLISHABLE_KEY is required together with STRIPE_SECRET_KEY/,
    );
  });

  test('D-10: mail needs a server and a sender, each in its form', () => {
    const mail = { SMTP_URL: 'smtps://user:pass@mail.example:465', MAIL_FROM: 'shop@example.com' };
    expect(readConfig(mail).mail).toEqual({
      smtpUrl: mail.SMTP_URL,
      from: { address: mail.MAIL_FROM, name: null },
    });
    const named = { ...mail, MAIL_FROM: 'Loja da Ana <shop@example.com>' };
    expect(readConfig(named).mail?.from).toEqual({ address: 'shop@example.com', name: 'Loja da Ana' });
    expect(readConfig({}).mail).toBeNull();
    expect(() => readConfig({ ...mail, SMTP_URL: 'https://mail.example' })).toThrow(/SMTP_URL must be/);
    expect(() => readConfig({ ...mail, SMTP_URL: 'smtp:mail' })).toThrow(/SMTP_URL must be/);
    expect(() => readConfig({ ...mail, MAIL_FROM: 'Shop, Inc. <shop@example.com>' })).toThrow(/MAIL_FROM must have/);
  });

  test('a secret can come from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'applaud-config-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'secret');
    writeFileSync(file, `${'k'.repeat(40)}\n`);
    expect(readConfig({ JWT_SECRET_FILE: file }).jwtSecret).toBe('k'.repeat(40));
    expect(() => readConfig({ JWT_SECRET_FILE: `${file}.missing` })).toThrow(/JWT_SECRET_FILE/);
  });

  test('an unreadable file is reported once, not also as a missing variable', () => {
    const files = {
      JWT_SECRET_FILE: '/no/such/file',
      GEOIP_DB_FILE: '/no/such/file',
      ADMIN_PASSWORD_FILE: '/no/such/file',
    };
    const start = () => readConfig({ MODE: 'live', ADMIN_EMAIL: 'you@shop.example', ...files });
    for (const name of Object.keys(files)) {
      expect(start).toThrow(`${name} must name a file that the store can read.`);
      expect(start).not.toThrow(new RegExp(`${name}[\\s\\S]*${name}`));
    }
    expect(start).not.toThrow(/JWT_SECRET is required/);
  });
});
