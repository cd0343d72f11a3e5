// The contract as an OpenAPI 3.1 document, generated from the declarations.
import type { z } from 'zod';
import { apiKeyMark, apiScopes, apiScopeTitles } from '../../contract/api-access.ts';
import { factors } from '../../contract/auth.ts';
import { type Endpoint, mayStepUp, type ProofHeader } from '../../contract/endpoint.ts';
import { type ErrorCode, errors } from '../../contract/errors.ts';
import { lenientPreference } from '../../contract/lenient.ts';
import { englishTexts } from '../../contract/message-texts/en.ts';
import { webhookEvent } from '../../contract/webhooks.ts';
import { version } from '../platform/project-root.ts';
import { type Example, examples } from './openapi-examples.ts';
import { describeParameter } from './openapi-parameters.ts';
import { inputSchema, namedSchemas, outputSchema } from './openapi-schemas.ts';

const reasons = Object.keys(englishTexts).filter((code) => !Object.hasOwn(errors, code));

type Json = Record<string, unknown>;
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  /** Empty: no credentials are needed. */
  security: Json[];
  parameters?: Json[];
  requestBody?: Json;
  responses: Record<string, Json>;
};
export type OpenApi = {
  openapi: string;
  info: Json;
  servers: Json[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Json;
  components: Json;
};

const keysDescribed = `An API key (${apiKeyMark}...) that an admin made. The scopes: ${apiScopes.map((scope) => `${scope} (${apiScopeTitles[scope]})`).join('; ')}. A call that names no scope is reached by no key.`;
const always: readonly ErrorCode[] = ['head_too_large', 'internal', 'unavailable'];
const refusal = { $ref: '#/components/schemas/Refusal' };

/** `serverUrl`: where the store is reached from outside. */
export function describeApi(endpoints: Record<string, Endpoint>, serverUrl: string): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const [name, declared] of Object.entries(endpoints)) {
    paths[declared.path] = { ...paths[declared.path], [declared.method.toLowerCase()]: buildOperation(name, declared) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Store API',
      version,
      description: 'Amounts are US dollars with two decimals; times are ISO 8601 in UTC.',
      contact: { name: 'The operator', url: `${serverUrl}/contact` },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Applaud' },
    },
    servers: [{ url: serverUrl }],
    tags: Object.entries(subjects).map(([name, { description }]) => ({ name, description })),
    paths,
    webhooks: { event: { post: webhookOperation() } },
    components: {
      securitySchemes: {
        admin: { type: 'http', scheme: 'bearer', description: 'The token of POST /api/admin/login.' },
        apiKey: { type: 'http', scheme: 'bearer', description: keysDescribed },
      },
      headers: responseHeaders,
      schemas: {
        ...namedSchemas(),
        Refusal: {
          type: 'object',
          description: 'What was refused, in a sentence, and what to do.',
          properties: {
            message: { type: 'string' },
            field: { type: 'string', description: 'Which part of the input was refused.' },
            code: { type: 'string', enum: Object.keys(errors) },
            reason: { type: 'string', enum: reasons, description: 'Why the request was refused.' },
            params: {
              type: 'object',
              additionalProperties: true,
              description:
                'The values in the message, by name: amounts in cents, counts, IDs, or messages with a code of their own.',
            },
            factors: {
              type: 'array',
              items: { type: 'string', enum: [...factors] },
              description: 'Beside `step_up`, `stronger_factor` and `passkey_required`: what counts as a proof.',
            },
            password_only: {
              type: 'boolean',
              description: 'Beside `step_up`: the session never proved one of the factors.',
            },
          },
          required: ['message', 'code'],
        },
      },
    },
  };
}

function buildOperation(name: string, declared: Endpoint): Operation {
  const parameters = [
    ...buildParameters(declared, 'path', declared.input.params),
    ...buildParameters(declared, 'query', declared.input.query),
    ...buildHeaderParameters(declared),
  ];
  const body = declared.input.body && inputSchema(declared.input.body);
  const example = examples[name] ?? {};
  return {
    operationId: name,
    tags: [findTag(declared.path)],
    summary: declared.summary,
    description: describeAccess(declared),
    security: buildSecurity(declared),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body
      ? { requestBody: { required: !acceptsNothing(declared), content: toJsonContent(body, example.body) } }
      : {}),
    responses: {
      200: {
        description: 'Done.',
        headers: buildHeaders(declared),
        content: toJsonContent(outputSchema(declared.output), example.answer),
      },
      ...buildRefusals(declared),
    },
  };
}

function describeAccess({ access, role }: Endpoint): string {
  const admins = role ? ` the role ${role}${role === 'owner' ? '' : ' or a higher one'}` : '';
  if (access === 'admin') return `For admins:${admins}.`;
  return `Needs no credentials.${access === 'either' ? ` Admins get or may do more:${admins}.` : ''}`;
}

function buildHeaders({ input, total, proof }: Endpoint): Json {
  const query = input.query ? inputSchema(input.query) : {};
  const isPaged = 'cursor' in ((query.properties as Json | undefined) ?? {});
  return referTo([
    'X-Request-Id',
    ...(isPaged ? ['Link'] : []),
    ...(proof?.includes('Order-Proof') ? ['Order-Code'] : []),
    ...(total ? ['X-Total-Count'] : []),
    ...(total === 'capped' ? ['X-Total-Capped'] : []),
  ]);
}

function referTo(headers: string[]): Json {
  return Object.fromEntries(headers.map((header) => [header, { $ref: `#/components/headers/${header}` }]));
}

/** A request that the store sends to the address that an admin added. */
function webhookOperation(): Json {
  return {
    operationId: 'receiveEvent',
    tags: ['Webhooks'],
    summary: 'An order was paid, completed or refunded, or an admin tests the address.',
    description: 'The store sends it to each address that an admin added for this event.',
    security: [],
    parameters: [
      headerParameter('webhook-id', 'Equal in every attempt of one delivery.', true),
      headerParameter('webhook-timestamp', 'The time of the attempt in seconds since 1970.', true),
      headerParameter(
        'webhook-signature',
        'One or more signatures `v1,...`, separated by spaces: HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks).',
        true,
      ),
    ],
    requestBody: { required: true, content: toJsonContent(outputSchema(webhookEvent), examples.webhookEvent?.body) },
    responses: {
      '2XX': { description: 'Received.' },
      '4XX': { description: 'Any other status, a redirect or a timeout is retried for about a day.' },
    },
  };
}

/** `either`: a call without credentials is allowed too, and returns less. */
function buildSecurity({ access, scope }: Endpoint): Json[] {
  if (access === 'public') return [];
  return [{ admin: [] }, ...(scope ? [{ apiKey: [scope] }] : []), ...(access === 'either' ? [{}] : [])];
}

function buildHeaderParameters({ idempotencyKey, proof = [], lenient }: Endpoint): Json[] {
  const repeat = 'A repeat under the same key and body is answered with the first answer, and done once.';
  const isLenient = 'A refusal has the status 200 and its usual body.';
  return [
    ...(idempotencyKey ? [headerParameter('Idempotency-Key', repeat, idempotencyKey === 'required')] : []),
    ...proof.map((name) => headerParameter(name, proofHeaders[name], false)),
    ...(lenient ? [headerParameter('Prefer', isLenient, false, { const: lenientPreference })] : []),
  ];
}

function headerParameter(name: string, description: string, required: boolean, schema: Json = { type: 'string' }) {
  return { name, in: 'header', required, description, schema };
}

function buildParameters(of: Endpoint, place: 'path' | 'query', type: z.ZodType | undefined): Json[] {
  const { properties = {}, required = [] } = type ? inputSchema(type) : {};
  return Object.entries(properties as Record<string, Json>).map(([name, schema]) => ({
    name,
    in: place,
    description: describeParameter(of, name),
    required: place === 'path' || (required as string[]).includes(name),
    schema,
  }));
}

function buildRefusals(declared: Endpoint): Record<string, Json> {
  const { access, input, limit, scope, beforeSecondFactor } = declared;
  const codes = new Set<ErrorCode>([
    ...(Object.keys(input).length > 0 ? (['invalid_input'] as const) : []),
    ...(input.body ? (['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(access === 'public' ? [] : (['unauthorized', 'no_role', 'no_scope'] as const)),
    ...(access === 'public' || beforeSecondFactor ? [] : (['second_factor_required'] as const)),
    ...(mayStepUp(declared) ? (['step_up'] as const) : []),
    ...(limit || scope ? (['rate_limited'] as const) : []),
    ...declared.errors,
    ...always,
  ]);
  const statuses = [...new Set([...codes].map((code) => errors[code].status))].sort();
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      buildRefusal(
        status,
        [...codes].filter((code) => errors[code].status === status),
      ),
    ]),
  );
}

function buildRefusal(status: number, codes: ErrorCode[]): Json {
  const sentences = [...new Set(codes.map((code) => errors[code].message.replace(/\.?$/, '.')))];
  return {
    description: sentences.join(' '),
    headers: referTo(['X-Request-Id', ...(status === 429 || status === 503 ? ['Retry-After'] : [])]),
    content: toJsonContent(refusal),
  };
}

function toJsonContent(schema: Json, example?: Example): Json {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}

function acceptsNothing({ input }: Endpoint): boolean {
  return input.body?.safeParse(undefined).success ?? true;
}

/** Groups calls by subject: the first part of the path that distinguishes them. */
function findTag(path: string): string {
  const [first = '', second = ''] = path.split('/').filter((part) => part !== '' && part !== 'api');
  const part = first === 'admin' ? second : first;
  const found = Object.entries(subjects).find(([, { parts }]) => parts.includes(part));
  if (!found) throw new Error(`Add '${part}' to a subject in server/http/openapi.ts: none holds ${path}.`);
  return found[0];
}

const subjects: Record<string, { description: string; parts: readonly string[] }> = {
  Orders: {
    description: 'Orders: place, list, look up and change them.',
    parts: ['catalog', 'create-order', 'orders', 'order-views', 'order-counts'],
  },
  Payments: {
    description: 'Payments: card forms, notifications of the gateway, refunds and reconciliation.',
    parts: ['bigpay', 'payment-methods', 'transfers', 'transfer-settings', 'reconciliation'],
  },
  Deliveries: {
    description: 'Links at the providers, and the providers themselves.',
    parts: [
      ...['order-status', 'drop-reports', 'providers', 'provider-tests', 'balance', 'settings', 'proxy'],
      'instagram-media',
    ],
  },
  Providers: {
    description: 'How providers deliver, and what they change.',
    parts: ['provider-scores', 'service-changes'],
  },
  Customers: {
    description: 'Customers and their personal data.',
    parts: ['customers', 'similar-emails', 'people', 'retention'],
  },
  Words: {
    description: 'Messages of the contact form, and emails of the store.',
    parts: ['contact', 'contact-messages', 'reply-templates', 'mails'],
  },
  Figures: {
    description: 'Revenue, orders, costs and other figures.',
    parts: ['stats', 'advanced-stats', 'monthly-stats', 'period-stats', 'finances', 'source-stats'],
  },
  Visitors: {
    description: 'Visits, and who is online.',
    parts: ['track-user', 'online-users', 'visitor-analytics', 'visitor-dashboard', 'visitor-breakdown'],
  },
  Attention: { description: 'Action items and background jobs.', parts: ['attention', 'jobs'] },
  Settings: {
    description: 'Settings and texts of the store, and its launch.',
    parts: [
      'store-settings',
      'store-logo',
      'texts',
      'time-zone',
      'checkout-pause',
      'selling-pause',
      'pauses',
      'launch',
      'setup',
    ],
  },
  Webhooks: {
    description: 'Signed notifications to addresses of your choice, and channels that notify the operator.',
    parts: ['webhooks', 'webhook-deliveries', 'notification-channels'],
  },
  'Sign-in': {
    description: 'Sessions, passwords, second factors, admins and API keys.',
    parts: [
      ...[
        'login',
        'logout',
        'verify',
        'step-up',
        'password',
        'sessions',
        'passkeys',
        'invitations',
        'device-key',
        'push-devices',
      ],
      ...['second-factor', 'admins', 'api-keys'],
    ],
  },
  Security: {
    description: 'Security alerts and the audit log.',
    parts: ['security-alerts', 'owner-address', 'spending', 'audit'],
  },
  Operation: {
    description: 'Health, backups and the state of the system.',
    parts: ['healthz', 'readyz', 'statusz', 'client-errors', 'backups', 'system', 'heartbeat', 'infrastructure'],
  },
};

const responseHeaders: Record<string, Json> = {
  'X-Request-Id': { description: 'Names this request in the log of the store.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  Link: {
    description: 'The path of the next page, with `rel="next"`. Absent on the last one.',
    schema: { type: 'string' },
  },
  'X-Total-Count': { description: 'The number of entries on all pages.', schema: { type: 'integer' } },
  'Order-Code': {
    description: '`offered`: a mailed code opens more. `required`: without one the answer is empty.',
    schema: { type: 'string', enum: ['offered', 'required'] },
  },
  'X-Total-Capped': { description: '`true` when there are more entries than counted.', schema: { type: 'string' } },
};

const proofHeaders: Record<ProofHeader, string> = {
  'Order-Key': 'Opens orders: `<orderId>.<orderKey>`, several separated by commas.',
  'Order-Proof': 'Opens all orders of the email: the token of a mailed code.',
};
