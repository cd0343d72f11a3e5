// Every guard of the specification and every alert that it names has a test that says so in its name.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../server/platform/project-root.ts';

const root = projectRoot();
const files = ['server', 'web', 'contract', 'sandbox', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name) && !name.endsWith('repo/guards.test.ts'))
    .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') })),
);
const names = files.flatMap(({ text }) =>
  [...text.matchAll(/\b(?:test|it)(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:(?!\1).)+)\1/g)].map(
    ([, , name = '']) => name,
  ),
);

test.each(Array.from({ length: 20 }, (_, at) => `S-${at + 1}`))('%s is proved by a test of its name', (guard) => {
  expect(names.filter((name) => new RegExp(`\\b${guard}(?!\\d)`).test(name))).not.toEqual([]);
});

test.each([
  ...['failed_login', 'brute_force', 'token_invalid', 'ip_change', 'rate_limited', 'payment_mismatch', 'price_tamper'],
  ...['webhook_forged', 'provider_down', 'late_payment', 'second_capture', 'chargeback', 'suspicious_order'],
])('%s is provoked and read from the admin’s list', (type) => {
  const proving = files.filter(({ name }) => name.startsWith('server/modules/security/'));
  expect(
    proving.filter(({ text }) => text.includes(type) && text.includes('GET /api/admin/security-alerts')),
  ).not.toEqual([]);
  expect(names.filter((name) => name.includes(type))).not.toEqual([]);
});
