import { expect, test } from 'vitest';
import { storeMessage } from '../contract/store-messages.ts';
import { readConfig } from './config/config.ts';
import { startupBanner } from './startup-banner.ts';

const config = readConfig({ PUBLIC_URL: 'https://shop.example' });
const open = { canBuyersOrder: true, hasPaymentMethod: true, aboutNode: null };
const closed = { canBuyersOrder: false, hasPaymentMethod: false, aboutNode: null };

test('a start prints the address, and a generated password with where to use it', () => {
  expect(startupBanner(config, { invented: null, nobody: false }, open)).toBe(
    '\nApplaud (sandbox) is open at https://shop.example\n\n',
  );
  const invented = { email: 'admin@applaud.example', password: 'secret-words' };
  const banner = startupBanner(config, { invented, nobody: false }, open);
  expect(banner).toContain('https://shop.example/admin-login');
  expect(banner).toMatch(/secret-words {3}\(shown this once\)/);
  expect(banner).toContain('\nNext: buy likes');
});

test('D-115: a Node without security updates is the last line of a start', () => {
  const aboutNode = storeMessage('check_node', { version: '20.20.2', day: '2026-04-30' });
  const banner = startupBanner(config, { invented: null, nobody: false }, { ...open, aboutNode });
  expect(banner).toBe(
    '\nApplaud (sandbox) is open at https://shop.example\n\n' +
      'Node 20.20.2 has had no security updates since 2026-04-30. Install a newer one (docs/install.md).\n\n',
  );
});

test('before the launch a start prints that buyers cannot order yet', () => {
  expect(startupBanner(config, { invented: null, nobody: false }, { ...open, canBuyersOrder: false })).toBe(
    '\nApplaud (sandbox) is open at https://shop.example for its admins only.\n' +
      'Buyers can order once you confirm the launch: https://shop.example/admin?tab=settings (Launch)\n\n',
  );
});

test('D-85: a live store without a payment method prints where to turn one on', () => {
  const live = { MODE: 'live', PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '1' };
  const secrets = { SECRETS_KEY: 's'.repeat(32), JWT_SECRET: 'j'.repeat(32) };
  const banner = startupBanner(readConfig({ ...live, ...secrets }), { invented: null, nobody: false }, closed);
  expect(banner).toContain('for its admins only.\nTurn on a payment method in Settings, Payment methods.');
});

test('a start of a store without any admin prints how to create one', () => {
  expect(startupBanner(config, { invented: null, nobody: true }, open)).toContain('npm run admin:create -- --email');
});
