// The contract as an OpenAPI 3.1 document, generated from the declarations.
import { z } from 'zod';
import { apiKeyMark, apiScopes, apiScopeTitles } from '../../contract/api-scopes.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type ErrorCode, errors } from '../../contract/errors.ts';
import { reasonTexts } from '../../contract/refusal-reasons.ts';
import { version } from '../platform/version.ts';

type Json = Record<string, unknown>;
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  security?: Json[];
  parameters?: Json[];
  requestBody?: Json;
  responses: Record<string, Json>;
};
export type OpenApi = {
  openapi: string;
  info: Json;
  servers: Json[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Json;
};

const keysDescribed = `An API key (${apiKeyMark}...) that an admin made. The scopes: ${apiScopes.map((scope) => `${scope} (${apiScopeTitles[scope]})`).join('; ')}. A call that names no scope is reached by no key.`;
const always: readonly ErrorCode[] = ['internal', 'unavailable'];
const refusal = { $ref: '#/components/schemas/Refusal' };

/** `serverUrl`: where the store is reached from outside. */
export function describeApi(endpoints: Record<string, Endpoint>, serverUrl: string): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const [name, declared] of Object.entries(endpoints)) {
    paths[declared.path] = { ...paths[declared.path], [declared.method.toLowerCase()]: operationOf(name, declared) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Store API',
      version,
      description: 'Amounts are US dollars with two decimals; times are ISO 8601 in UTC.',
    },
    servers: [{ url: serverUrl }],
    tags: Object.keys(subjects).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        admin: { type: 'http', scheme: 'bearer', description: 'The token of POST /api/admin/login.' },
        apiKey: { type: 'http', scheme: 'bearer', description: keysDescribed },
      },
      schemas: {
        Refusal: {
          type: 'object',
          description: 'What was refused, in a sentence, and what to do.',
          properties: {
            message: { type: 'string' },
            field: { type: 'string', description: 'Which part of the input was refused.' },
            code: { type: 'string', enum: Object.keys(errors) },
            reason: { type: 'string', enum: Object.keys(reasonTexts), description: 'Why the request was refused.' },
          },
          required: ['message', 'code'],
        },
      },
    },
  };
}

function operationOf(name: string, declared: Endpoint): Operation {
  const parameters = [
    ...parametersOf('path', declared.input.params),
    ...parametersOf('query', declared.input.query),
    ...keyParameterOf(declared),
  ];
  const body = declared.input.body && schemaOf(declared.input.body, 'input');
  return {
    operationId: name,
    tags: [tagOf(declared.path)],
    summary: declared.summary,
    ...(declared.access === 'public' ? {} : { security: securityOf(declared) }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body ? { requestBody: { required: !acceptsNothing(declared), content: jsonOf(body) } } : {}),
    responses: {
      200: { description: 'Done.', content: jsonOf(schemaOf(declared.output, 'output')) },
      ...refusalsOf(declared),
    },
  };
}

/** `either`: a call without credentials is allowed too, and returns less. */
function securityOf({ access, scope }: Endpoint): Json[] {
  return [{ admin: [] }, ...(scope ? [{ apiKey: [scope] }] : []), ...(access === 'either' ? [{}] : [])];
}

function keyParameterOf({ idempotencyKey }: Endpoint): Json[] {
  if (!idempotencyKey) return [];
  const description = 'A repeat under the same key and body is answered with the first answer, and done once.';
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: idempotencyKey === 'required',
      description,
      schema: { type: 'string' },
    },
  ];
}

function parametersOf(place: 'path' | 'query', type: z.ZodType | undefined): Json[] {
  const { properties = {}, required = [] } = type ? schemaOf(type, 'input') : {};
  return Object.entries(properties as Record<string, Json>).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || (required as string[]).includes(name),
    schema,
  }));
}

function refusalsOf(declared: Endpoint): Record<string, Json> {
  const { access, input, limit, scope, stepUp, beforeSecondFactor } = declared;
  const codes = new Set<ErrorCode>([
    ...(Object.keys(input).length > 0 ? (['invalid_input'] as const) : []),
    ...(input.body ? (['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(access === 'public' ? [] : (['unauthorized', 'no_scope'] as const)),
    ...(access === 'public' || beforeSecondFactor ? [] : (['second_factor_required'] as const)),
    ...(stepUp ? (['step_up'] as const) : []),
    ...(limit || scope ? (['rate_limited'] as const) : []),
    ...declared.errors,
    ...always,
  ]);
  const statuses = [...new Set([...codes].map((code) => errors[code].status))].sort();
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      refusalOf(
        status,
        [...codes].filter((code) => errors[code].status === status),
      ),
    ]),
  );
}

function refusalOf(status: number, codes: ErrorCode[]): Json {
  const sentences = [...new Set(codes.map((code) => errors[code].message.replace(/\.?$/, '.')))];
  const wait = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } };
  return {
    description: sentences.join(' '),
    ...(status === 429 || status === 503 ? { headers: wait } : {}),
    content: jsonOf(refusal),
  };
}

const jsonOf = (schema: Json) => ({ 'application/json': { schema } });

function schemaOf(type: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  return schema;
}

function acceptsNothing({ input }: Endpoint): boolean {
  return input.body?.safeParse(undefined).success ?? true;
}

/** Groups calls by subject: the first part of the path that distinguishes them. */
function tagOf(path: string): string {
  const [first = '', second = ''] = path.split('/').filter((part) => part !== '' && part !== 'api');
  const part = first === 'admin' ? second : first;
  const found = Object.entries(subjects).find(([, parts]) => parts.includes(part));
  if (!found) throw new Error(`Add '${part}' to a subject in server/http/openapi.ts: none holds ${path}.`);
  return found[0];
}

const subjects: Record<string, readonly string[]> = {
  Orders: ['create-order', 'orders', 'order-views'],
  Payments: ['bigpay', 'reconciliation'],
  Deliveries: ['order-status', 'providers', 'provider-tests', 'balance', 'settings', 'proxy', 'instagram-media'],
  Customers: ['customers', 'people', 'retention'],
  Words: ['contact', 'contact-messages', 'mails'],
  Figures: ['stats', 'advanced-stats', 'monthly-stats', 'period-stats'],
  Visitors: ['track-user', 'online-users', 'visitor-analytics', 'visitor-dashboard'],
  Attention: ['attention', 'jobs'],
  Settings: ['store-settings', 'time-zone', 'launch'],
  Webhooks: ['webhooks', 'webhook-deliveries'],
  'Sign-in': [
    'login',
    'logout',
    'verify',
    'step-up',
    'password',
    'sessions',
    'passkeys',
    'device-key',
    'second-factor',
    'admins',
    'api-keys',
  ],
  Security: ['security-alerts', 'audit'],
  Operation: ['healthz', 'readyz', 'client-errors', 'backups', 'system'],
};
