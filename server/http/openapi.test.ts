// The description of the API, held to the store that runs: nothing is missing, nothing is invented.
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/index.ts';
import { webhookEvent } from '../../contract/webhooks.ts';
import { paidOrder, placeOrder } from '../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';
import { describeApi, type OpenApi, type Operation } from './openapi.ts';
import { examples } from './openapi-examples.ts';
import { describedParameters } from './openapi-parameters.ts';

let store: TestStore;
let api: OpenApi;
beforeAll(async () => {
  store = await startStore();
  api = await (await store.raw('/api/openapi.json')).json();
});
afterAll(() => store.stop());

const operations = () =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );

test('every call of the contract belongs to a subject that it can be found under', () => {
  expect(() => describeApi(endpoints, 'https://shop.example')).not.toThrow();
});

test('it is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(api))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('it holds every call of the contract, and no other', () => {
  const declared = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
  expect(
    operations()
      .map(([name]) => name)
      .sort(),
  ).toEqual(declared.sort());
  const names = operations().map(([, { operationId }]) => operationId);
  expect(new Set(names).size).toBe(names.length);
});

test('D-114: each parameter has a description, and each description belongs to a parameter', () => {
  const parameters = operations().flatMap(([, { parameters = [] }]) => parameters);
  expect(parameters.filter(({ description }) => !description)).toEqual([]);
  const names = new Set(parameters.filter((one) => one.in !== 'header').map(({ name }) => String(name)));
  expect([...names].sort()).toEqual(describedParameters.toSorted());
});

test('D-114: a value that the store refuses when it is empty is required', () => {
  const body = api.paths['/api/create-order']?.post?.requestBody;
  expect(body).toMatchObject({
    content: { 'application/json': { schema: { required: ['quantity', 'price', 'email', 'post_links'] } } },
  });
});

test('a public call needs no credentials, and says so', () => {
  const open = operations().filter(([, { security }]) => security.length === 0);
  const declared = Object.values(endpoints).filter(({ access }) => access === 'public');
  expect(open.map(([name]) => name).sort()).toEqual(declared.map(({ method, path }) => `${method} ${path}`).sort());
});

test('each reference leads to a schema or header of the document, and each named schema is used', () => {
  const used = new Set(
    [...JSON.stringify(api).matchAll(/"\$ref":"#\/components\/(\w+\/[\w-]+)"/g)].map(([, name]) => name),
  );
  const { schemas, headers } = api.components as Record<string, object>;
  const defined = [
    ...Object.keys(schemas ?? {}).map((name) => `schemas/${name}`),
    ...Object.keys(headers ?? {}).map((name) => `headers/${name}`),
  ];
  expect([...used].sort()).toEqual(defined.sort());
  expect(JSON.stringify(api)).not.toContain('$defs');
});

test('each example of server/http/openapi-examples.ts is in the shape that the contract declares', () => {
  for (const [name, { body, answer }] of Object.entries(examples)) {
    const declared: Endpoint | undefined = endpoints[name as keyof typeof endpoints];
    const bodyType = declared ? declared.input.body : webhookEvent;
    if (body) expect(bodyType?.safeParse(body), name).toMatchObject({ success: true });
    if (!answer) continue;
    const read = declared?.output.safeParse(answer);
    expect(read?.error?.message, `the answer of ${name}`).toBeUndefined();
    expect(read?.data, `the answer of ${name}`).toEqual(answer);
  }
});

test('every call that it describes is answered by the running store, and asks for an admin where it says so', async () => {
  for (const [name, { security, requestBody, responses }] of operations()) {
    const [method = '', path = ''] = name.split(' ');
    const at = path.replaceAll(/\{\w+\}/g, 'XXXXXXXXXXXX');
    const body = requestBody ? { headers: { 'content-type': 'application/json' }, body: '[]' } : {};
    const { status } = await store.raw(at, { method, ...body });
    const isClosed = security.length > 0 && security.every((one) => Object.keys(one).length > 0);
    if (isClosed) expect(status, name).toBe(401);
    expect(Object.keys(responses), name).toContain(String(status));
  }
});

test('the total of a list is described where it is sent, and nowhere else', async () => {
  const lists = operations().filter(([name]) => name.startsWith('GET ') && !name.includes('{'));
  const described = lists.filter(([, { responses }]) => 'X-Total-Count' in ((responses[200]?.headers as object) ?? {}));
  const sent: string[] = [];
  for (const [name] of lists) {
    const { headers } = await store.raw(name.replace('GET ', ''), {
      headers: { authorization: `Bearer ${store.adminToken}` },
    });
    if (headers.has('x-total-count')) sent.push(name);
  }
  expect(described.map(([name]) => name).sort()).toEqual(sent.sort());
});

test('a refusal of the running store matches its OpenAPI description', async () => {
  const { id, postLinks } = await placeOrder(store);
  const [postLink] = postLinks;
  const calls: [string, string, object | undefined][] = [
    ['GET /api/orders/{id}', '/api/orders/XXXXXXXXXXXX', undefined],
    ['POST /api/admin/orders/{id}/send-post', `/api/admin/orders/${id}/send-post`, { postLink, category: 'Likes' }],
  ];
  for (const [name, path, body] of calls) {
    const described = operations().find(([of]) => of === name)?.[1].responses ?? {};
    const response = await store.raw(path, {
      method: name.split(' ')[0] ?? '',
      headers: {
        authorization: `Bearer ${store.adminToken}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(response.status, name).toBeGreaterThan(400);
    expect(described[response.status]?.description, name).toContain((await response.json()).message);
  }
});

test('whoever has an API key reads which scope a call asks for', async () => {
  const { securitySchemes } = api.components as {
    securitySchemes: Record<string, { scheme: string; description: string }>;
  };
  expect(securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' });
  for (const [name, { security }] of operations()) {
    const declared: Endpoint | undefined = Object.values(endpoints).find(
      ({ method, path }) => `${method} ${path}` === name,
    );
    const scopes = security.flatMap(({ apiKey }) => apiKey ?? []);
    expect(scopes, name).toEqual(declared?.scope ? [declared.scope] : []);
    for (const scope of scopes) expect(securitySchemes.apiKey?.description).toContain(scope);
  }
  const html = await (await store.raw('/api/docs')).text();
  expect(html).toContain('an admin, an API key with the scope refunds:write');
});

test('an idempotent call is documented as such', async () => {
  const keyed = operations().filter(([, { parameters = [] }]) =>
    parameters.some(({ name, in: place }) => name === 'Idempotency-Key' && place === 'header'),
  );
  expect(keyed.map(([name]) => name).sort()).toEqual([
    'POST /api/admin/contact-messages/{id}/replies',
    'POST /api/admin/orders/{id}/refunds',
    'POST /api/create-order',
  ]);
  const { id } = await paidOrder(store);
  const unkeyed = await store.admin.ask('POST /api/admin/orders/{id}/refunds', {
    params: { id },
    body: { amount: 1, reason: 'The buyer asked for it' },
  });
  expect(unkeyed).toMatchObject({ status: 400, body: { message: expect.stringContaining('Idempotency-Key') } });
});

test('D-35: the headers that open orders are documented where they do', () => {
  const headers = operations().flatMap(([name, { parameters = [] }]) =>
    parameters.filter((one) => /^Order-/.test(String(one.name))).map((one) => `${one.name} of ${name}`),
  );
  expect(headers.sort()).toEqual([
    'Order-Key of GET /api/orders/by-email/{email}',
    'Order-Key of GET /api/orders/{id}',
    'Order-Key of GET /api/orders/{id}/api-orders',
    'Order-Key of GET /api/orders/{id}/page',
    'Order-Key of POST /api/bigpay/init-session',
    'Order-Key of POST /api/orders/api-orders-batch',
    'Order-Key of POST /api/orders/{id}/confirm-payment',
    'Order-Key of POST /api/orders/{id}/report-drop',
    'Order-Key of POST /api/orders/{id}/request-link',
    'Order-Proof of GET /api/orders/by-email/{email}',
    'Order-Proof of GET /api/orders/{id}',
    'Order-Proof of POST /api/orders/{id}/confirm-payment',
  ]);
});

test('people read the same on a page that runs no script', async () => {
  const page = await store.raw('/api/docs');
  const html = await page.text();
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'; img-src 'self'; style-src 'sha256-/);
  expect(html).not.toMatch(/<script|style=/);
  for (const { path, summary } of Object.values(endpoints)) {
    expect(html).toContain(`<code>${path}</code>`);
    expect(html).toContain(summary.replaceAll('"', '&quot;'));
  }
});

test('both are kept by who asked, until they change', async () => {
  for (const path of ['/api/openapi.json', '/api/docs']) {
    const etag = (await store.raw(path)).headers.get('etag') ?? '';
    expect((await store.raw(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  }
});

test('each required property has a schema, as strict linters require', () => {
  const missing: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, required, properties = {} } = value as { type?: string; required?: string[]; properties?: object };
    if (type === 'object' && Array.isArray(required))
      missing.push(...required.filter((name) => !(name in properties)).map((name) => `${path}.${name}`));
    for (const [key, inner] of Object.entries(value)) visit(inner, `${path}/${key}`);
  };
  visit(api, '');
  expect(missing).toEqual([]);
});
