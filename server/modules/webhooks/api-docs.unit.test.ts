// docs/api.md, held to what the store does: its example is run, its tables are compared.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiScopes } from '../../../contract/api-scopes.ts';
import { webhookEvents } from '../../../contract/webhook-rules.ts';
import { secretOf, signedHeaders } from './signature.ts';

type Example = { isFromStore(headers: Record<string, string>, body: string, secret: string): boolean };

let folder = '';
let docs = '';
let example: Example;
beforeAll(async () => {
  docs = await readFile('docs/api.md', 'utf8');
  folder = await mkdtemp(join(tmpdir(), 'applaud-docs-'));
  const file = join(folder, 'example.mjs');
  await writeFile(file, docs.match(/```js\n(.*?)```/s)?.[1] ?? '');
  example = await import(file);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('the example of docs/api.md takes what the store signs, and nothing else', () => {
  const [secret, other] = [secretOf('0a'.repeat(32)), secretOf('0b'.repeat(32))];
  const body = JSON.stringify({ event: 'order.paid', order: { post_links: ['https://ü.example/'] } });
  const headers = signedHeaders(secret, { id: 'a', at: new Date(), body });
  expect(example.isFromStore(headers, body, secret)).toBe(true);
  expect(
    example.isFromStore({ ...headers, 'webhook-signature': `v1,x ${headers['webhook-signature']}` }, body, secret),
  ).toBe(true);
  expect(example.isFromStore(headers, body.replace('paid', 'lost'), secret)).toBe(false);
  expect(example.isFromStore(headers, body, other)).toBe(false);
  expect(example.isFromStore({ ...headers, 'webhook-id': 'b' }, body, secret)).toBe(false);
  expect(example.isFromStore({}, body, secret)).toBe(false);
  const old = signedHeaders(secret, { id: 'a', at: new Date(Date.now() - 3_600_000), body });
  expect(example.isFromStore(old, body, secret)).toBe(false);
});

it('the signature of a known call is the one that the standard gives as its example', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  const at = new Date(1_614_265_330_000);
  expect(signedHeaders(secret, { id, at, body: '{"test": 2432232314}' })).toEqual({
    'webhook-id': id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('docs/api.md names every scope and every event, and no other', () => {
  const named = [...docs.matchAll(/^\| `([a-z]+[:.][a-z]+)` \|/gm)].map(([, name]) => name);
  expect(named).toEqual([...apiScopes, ...webhookEvents]);
});
