import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { greetingOf } from './greeting.ts';

const config = readConfig({ PUBLIC_URL: 'https://shop.example' });

test('a start tells the address, and a made-up password with where to use it', () => {
  expect(greetingOf(config, { invented: null, nobody: false })).toBe(
    '\nApplaud (sandbox) is open at https://shop.example\n\n',
  );
  const invented = { email: 'admin@applaud.example', password: 'secret-words' };
  const said = greetingOf(config, { invented, nobody: false });
  expect(said).toContain('https://shop.example/admin-login');
  expect(said).toMatch(/secret-words {3}\(shown this once\)/);
});

test('a start of a store without any admin says how to make one', () => {
  expect(greetingOf(config, { invented: null, nobody: true })).toContain('npm run admin:create -- --email');
});
