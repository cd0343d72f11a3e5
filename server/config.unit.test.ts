import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const live = {
  MODE: 'live',
  PUBLIC_URL: 'https://shop.example',
  JWT_SECRET: 'x'.repeat(32),
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
    ['DEMO_DATA', 'maybe'],
    ['JWT_SECRET', 'short'],
    ['RATE_LIMIT_FACTOR', '0'],
    ['LOG_LEVEL', 'loud'],
    ['MPGS_BASE_URL', 'https://gateway.example'],
    ['PROVIDER_API_URL', 'https://provider.example'],
    ['ADMIN_EMAIL', 'owner@shop.example'],
    ['PAYMENT_GATEWAY', 'cash'],
    ['SMTP_URL', 'smtp://mail.example'],
    ['MAIL_FROM', 'shop@example.com'],
  ])('a wrong %s is refused by its name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(/^[A-Z_]+ (must|is)/m);
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

  test('D-10: mail needs a server and a sender, each in its form', () => {
    const mail = { SMTP_URL: 'smtps://user:pass@mail.example:465', MAIL_FROM: 'shop@example.com' };
    expect(readConfig(mail).mail).toEqual({ smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM });
    expect(readConfig({}).mail).toBeNull();
    expect(() => readConfig({ ...mail, SMTP_URL: 'https://mail.example' })).toThrow(/SMTP_URL must be/);
    expect(() => readConfig({ ...mail, SMTP_URL: 'smtp:mail' })).toThrow(/SMTP_URL must be/);
    expect(() => readConfig({ ...mail, MAIL_FROM: 'Shop <shop@example.com>' })).toThrow(/MAIL_FROM must be/);
  });

  test('a secret can come from a file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'applaud-config-')), 'secret');
    writeFileSync(file, `${'k'.repeat(40)}\n`);
    expect(readConfig({ JWT_SECRET_FILE: file }).jwtSecret).toBe('k'.repeat(40));
    expect(() => readConfig({ JWT_SECRET_FILE: `${file}.missing` })).toThrow(/JWT_SECRET_FILE/);
  });
});
