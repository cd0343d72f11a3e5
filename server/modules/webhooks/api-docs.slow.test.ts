// docs/api.md, held to what the store does: its example is run, its tables are compared.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiScopes, webhookEvents } from '../../../contract/api-access.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { errors } from '../../../contract/errors.ts';
import { endpoints } from '../../../contract/index.ts';
import { freePort } from '../../../tests/support/free-port.ts';
import { formatSecret, signedHeaders } from '../../platform/webhook-signature.ts';

const errorsOfAnyCall = [
  ...(['invalid_input', 'invalid_json', 'unauthorized', 'no_scope', 'not_found', 'method_not_allowed'] as const),
  ...(['payload_too_large', 'unsupported_media_type', 'rate_limited', 'internal', 'unavailable'] as const),
];

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
  const [secret, other] = [formatSecret('0a'.repeat(32)), formatSecret('0b'.repeat(32))];
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

it('docs/api.md lists every error that a program with a key can get, with its status', () => {
  const described = ['/api/create-order', '/api/orders/pause-sending'];
  const reachable: Endpoint[] = Object.values(endpoints).filter(
    (declared: Endpoint) => declared.scope || described.includes(declared.path),
  );
  const codes = new Set([...errorsOfAnyCall, ...reachable.flatMap((declared) => declared.errors)]);
  const listed = [...docs.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map(([, code, status]) => [code, Number(status)]);
  expect(listed.sort()).toEqual([...codes].map((code) => [code, errors[code].status]).sort());
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

it.skipIf(!hasPython)('the receiver in Python takes what the store signs, once, and nothing else', async () => {
  const file = join(folder, 'receiver.py');
  await writeFile(file, docs.match(/```python\n(.*?)```/s)?.[1] ?? '');
  const secret = formatSecret('0a'.repeat(32));
  const port = await freePort();
  const receiver = spawn('python3', ['-u', file], { env: { ...process.env, SECRET: secret, PORT: String(port) } });
  let output = '';
  receiver.stdout.on('data', (text) => {
    output += text;
  });
  try {
    const body = JSON.stringify({
      event: 'order.paid',
      order: { id: 'K7M2NPQ4RSTV', post_links: ['https://ü.example/'] },
    });
    const headers = signedHeaders(secret, { id: 'a', at: new Date(), body });
    const send = async (more: object, text = body) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { ...headers, ...more }, body: text }))
        .status;
    await expect.poll(() => send({}).catch(() => 0)).toBe(204);
    expect(await send({})).toBe(204);
    expect(await send({ 'webhook-id': 'b' })).toBe(401);
    expect(await send({}, body.replace('paid', 'lost'))).toBe(401);
    const old = signedHeaders(secret, { id: 'a', at: new Date(Date.now() - 3_600_000), body });
    expect(await send(old)).toBe(401);
    await expect.poll(() => output).toBe('order.paid K7M2NPQ4RSTV\n');
  } finally {
    receiver.kill();
    await once(receiver, 'exit');
  }
});
