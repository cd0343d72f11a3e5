import { expect, test, vi } from 'vitest';
import { registerStoreDomain } from './store-domain.ts';

test.each([
  ['https://shop.example', ['shop.example']],
  ['https://shop.example:8443/', ['shop.example']],
  ['http://shop.example', []],
  ['https://localhost:3000', []],
  ['https://127.0.0.1', []],
])('%s registers %j', async (publicUrl, domains) => {
  const registerDomain = vi.fn(async (_: string) => {});
  await registerStoreDomain({ registerDomain }, publicUrl, { warn: vi.fn() });
  expect(registerDomain.mock.calls.flat()).toEqual(domains);
});

test('a gateway without wallets needs no domain, and a refusal is logged', async () => {
  const warn = vi.fn();
  await registerStoreDomain({}, 'https://shop.example', { warn });
  expect(warn).not.toHaveBeenCalled();
  const registerDomain = () => Promise.reject(new Error('No permission.'));
  await registerStoreDomain({ registerDomain }, 'https://shop.example', { warn });
  expect(warn).toHaveBeenCalledOnce();
});
